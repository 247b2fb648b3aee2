/** Makes a CSV file from the text of a list. Spreadsheets open this file. */
export const csvBlob = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' })
