/** Response envelope of newer endpoints: the result is in `data`. */
export const wrap = <Data>(data: Data) => ({ success: true as const, message: '', data })
