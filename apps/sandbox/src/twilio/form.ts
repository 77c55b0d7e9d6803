import { TwilioError } from './twilio-error.ts'

/** The fields of a form or a query; a field may stand in it several times. */
export class Form {
  readonly #fields: URLSearchParams

  constructor(encoded: string) {
    this.#fields = new URLSearchParams(encoded)
  }

  /** An empty field counts as absent, as it does at Twilio. */
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

  wholeNumber(name: string, low: number, high: number, otherwise: number): number {
    const value = this.text(name)
    if (value === null) return otherwise
    if (!/^\d{1,9}$/.test(value) || Number(value) < low) {
      throw new TwilioError(400, 20001, `Invalid ${name}: ${value}`)
    }
    return Math.min(Number(value), high)
  }

  /** The query again with other values in some places, for links to further pages. */
  with(changes: Record<string, string | null>): string {
    const changed = new URLSearchParams(this.#fields)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) changed.delete(name)
      else changed.set(name, value)
    }
    return changed.toString()
  }
}
