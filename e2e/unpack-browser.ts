import sparticuz from '@sparticuz/chromium'

/** Unpacks the browser before the first worker needs it: a file that one worker still writes cannot be started by another. */
export const setup = async (): Promise<void> => void (await sparticuz.executablePath())
