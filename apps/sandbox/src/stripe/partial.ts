type DeepPartial<Value> = Value extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: DeepPartial<Value[Key]> | null }
    : Value

/** An object of Stripe with the fields that the sandbox fills. The types of the SDK demand all that Stripe may send. */
export const partial = <Value>(fields: DeepPartial<Value>): Value => fields as Value
