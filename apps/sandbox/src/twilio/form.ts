import { TwilioError } from './twilio-error.ts'

/** Fields of a form or a query string; a field may occur several times. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(encoded: string) {
    this.#fields = new URLSearchParams(encoded)
  }

  /** Treats an empty field as absent, as Twilio does. */
  text(name: string): string | null {
    return this.#fields.get(name) || null
  }

  has(name: string): boolean {
    return this.#fields.has(name)
  }

  all(name: string): string[] {
    return this.#fields.getAll(name).filter((value) => value !== '')
  }

  url(name: string, code: number): string | null {
    const value = this.text(name)
    if (value && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      throw new TwilioError(400, code, `${name} is not valid: ${value}`)
    }
    return value
  }

  method(name: string): 'GET' | 'POST' | null {
    const value = this.text(name)?.toUpperCase() ?? null
    if (value === null || value === 'GET' || value === 'POST') return value
    throw new TwilioError(400, 20001, `Invalid ${name}: ${value}`)
  }

  wholeNumber(name: string, low: number, high: number, fallback: number): number {
    const value = this.text(name)
    if (value === null) return fallback
    if (!/^\d{1,9}$/.test(value) || Number(value) < low) {
      throw new TwilioError(400, 20001, `Invalid ${name}: ${value}`)
    }
    return Math.min(Number(value), high)
  }

  /** Query string with some values replaced, for page links. */
  with(changes: Record<string, string | null>): string {
    const changed = new URLSearchParams(this.#fields)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) changed.delete(name)
      else changed.set(name, value)
    }
    return changed.toString()
  }
}
