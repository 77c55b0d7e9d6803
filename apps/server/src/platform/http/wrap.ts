/** Response envelope of all endpoints below `data`. */
export const wrap = <Data>(data: Data) => ({ success: true as const, message: '', data })
