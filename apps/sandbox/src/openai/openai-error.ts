/** OpenAI's error response. https://platform.openai.com/docs/guides/error-codes */
export class OpenAiError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly param: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    message: string,
    { type = 'invalid_request_error', code = null, param = null, headers = {} }: Partial<OpenAiErrorDetails> = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.param = param
    this.headers = headers
  }

  toJSON() {
    const { message, type, param, code } = this
    return { error: { message, type, param, code } }
  }
}

interface OpenAiErrorDetails {
  type: string
  code: string | null
  param: string | null
  headers: Record<string, string>
}
