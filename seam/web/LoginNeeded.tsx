import { Page } from '#ui/layout/Page.tsx'
import { LoginFirst, type LoginFirstProps } from './LoginFirst.tsx'

type Props = Omit<LoginFirstProps, 'title' | 'description' | 'heading'> & {
  title: string
  heading?: LoginFirstProps['title']
  how?: LoginFirstProps['description']
  backTo?: string
}

/** The page that a person without a log-in sees in place of a page of one account. */
export const LoginNeeded = ({ title, heading, how, backTo, ...rest }: Props) => (
  <Page title={title} narrow {...(backTo ? { backTo } : {})}>
    <LoginFirst heading="h2" title={heading} description={how} {...rest} />
  </Page>
)
