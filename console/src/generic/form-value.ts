import { type OperationEntry, resolve, type Schema } from '../lib/declarations.js';
import { fieldLabel } from '../lib/format.js';

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
      fields[name] = `${rest.length > 0 ? `${fieldLabel(rest.join('.'))} ` : ''}${message}`;
    else others.push(`${fieldLabel(path)} ${message}`);
  }
  return { fields, others };
}

/** The body as it is sent: a form with a file goes as multipart; an operation without a body sends none. */
export function bodyOf({ body }: OperationEntry, values: FormValues): unknown {
  if (body === undefined) return undefined;
  if (body !== 'multipart/form-data') return values;
  const form = new FormData();
  const rank = ([, value]: [string, unknown]) => (value instanceof File ? 1 : 0);
  // Fields first: a server that reads a stream knows them before the file begins.
  for (const [name, value] of Object.entries(values).sort((first, second) => rank(first) - rank(second))) {
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
