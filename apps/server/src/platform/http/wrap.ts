/** The answer of the newer services (spec section 7). */
export const wrap = <Data>(data: Data) => ({ success: true as const, message: '', data })
