/** A value that survives JSON as it is. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Free data that the owner of a row keeps with it. */
export type Metadata = Record<string, JsonValue>;
