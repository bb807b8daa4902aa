import { resolve, type Schema } from '../lib/declarations.js';

/** What a form holds, and the body that it becomes. */

export type FormValues = Record<string, unknown>;

/** The fields of a body; undefined where it is not an object whose fields are known. */
export function fieldsOf(
  body: Schema | undefined,
  schemas: Record<string, Schema>,
): [string, Schema][] | undefined {
  const { schema } = resolve(body, schemas);
  return schema.properties ? Object.entries(schema.properties) : undefined;
}

export const isRequired = (body: Schema | undefined, schemas: Record<string, Schema>, name: string) =>
  resolve(body, schemas).schema.required?.includes(name) ?? false;

/** The body of the fields that differ from what was there: a form changes what somebody changed. */
export function changedBody(values: FormValues, initial: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(initial[name]),
    ),
  );
}

/** The messages of an answer's `errors[]` by the field of the form that they belong to. */
export function fieldErrors(
  errors: readonly { path: string; message: string }[],
  names: readonly string[],
): { fields: Record<string, string>; others: string[] } {
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of errors) {
    const [, name = '', ...rest] = path.split('.');
    if (path.startsWith('body.') && names.includes(name))
      fields[name] = `${rest.length > 0 ? `${rest.join('.')} ` : ''}${message}`;
    else others.push(`${path} ${message}`);
  }
  return { fields, others };
}
