import { Page } from '#ui/layout/Page.tsx'
import { LoginFirst, type LoginFirstProps } from './LoginFirst.tsx'

type Props = Omit<LoginFirstProps, 'title' | 'description' | 'heading'> & {
  /** The title of the page. */
  title: string
  heading?: LoginFirstProps['title']
  how?: LoginFirstProps['description']
  backTo?: string
}

/**
 * A page for its owner alone, shown to a person who is not logged in: the reason, the number to log in with, and the
 * log-in in place.
 */
export const LoginNeeded = ({ title, heading, how, backTo, ...rest }: Props) => (
  <Page title={title} narrow {...(backTo ? { backTo } : {})}>
    <LoginFirst heading="h2" title={heading} description={how} {...rest} />
  </Page>
)
