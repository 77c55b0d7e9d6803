import sparticuz from '@sparticuz/chromium'

/** Unpacks the browser before the first worker: a file that one still writes cannot be started by another. */
export const setup = async (): Promise<void> => void (await sparticuz.executablePath())
