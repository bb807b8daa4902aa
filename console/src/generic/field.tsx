import {
  FileInput,
  JsonInput,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { resolve, type Schema, useDeclarations } from '../lib/declarations.js';
import { label } from '../lib/format.js';
import { DateTimeInput } from './date-time-input.js';

interface Props {
  name: string;
  /** By default the name in words. */
  title?: string;
  schema: Schema;
  schemas: Record<string, Schema>;
  required: boolean;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
}

/** One field of a form, as its schema says what it takes. */
export function Field({
  name,
  title = label(name),
  schema: given,
  schemas,
  required,
  value,
  error,
  onChange,
}: Props) {
  const { store } = useDeclarations();
  const { schema, nullable } = resolve(given, schemas);
  const common = {
    label: title,
    description: schema.description?.replaceAll('`', ''),
    error,
    required,
    name,
    'data-field': name,
  };
  const empty = nullable ? null : undefined;
  if (schema.format === 'binary')
    return (
      <FileInput
        {...common}
        placeholder="Choose a file"
        clearable
        value={value instanceof File ? value : null}
        onChange={(file) => onChange(file ?? undefined)}
      />
    );
  if (schema.enum)
    return (
      <Select
        {...common}
        clearable={!required}
        data={schema.enum.map((item) => ({ value: String(item), label: label(String(item).toLowerCase()) }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? empty)}
      />
    );
  if (schema.type === 'boolean')
    return (
      <Switch
        {...common}
        required={false}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        mt={4}
      />
    );
  if (schema['x-money'])
    return (
      <NumberInput
        {...common}
        description={`In ${store.currency}`}
        decimalScale={2}
        thousandSeparator=","
        value={typeof value === 'number' ? value / 100 : ''}
        onChange={(next) => onChange(next === '' ? empty : Math.round(Number(next) * 100))}
      />
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <NumberInput
        {...common}
        allowDecimal={schema.type === 'number'}
        min={schema.minimum}
        max={schema.maximum}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(next === '' ? empty : Number(next))}
      />
    );
  if (schema.format === 'date-time')
    return (
      <DateTimeInput
        {...common}
        value={typeof value === 'string' ? value : null}
        onChange={(instant) => onChange(instant ?? empty)}
      />
    );
  if (schema.type === 'string') {
    const shared = {
      ...common,
      value: typeof value === 'string' ? value : '',
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange(event.currentTarget.value === '' && !required ? empty : event.currentTarget.value),
    };
    return (schema.maxLength ?? 0) > 1000 ? (
      <Textarea {...shared} autosize minRows={3} maxRows={14} />
    ) : (
      <TextInput {...shared} type={schema.format === 'email' ? 'email' : 'text'} />
    );
  }
  if (schema.type === 'array' && resolve(schema.items, schemas).schema.type === 'string')
    return (
      <TagsInput {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
    );
  return (
    <JsonInput
      {...common}
      autosize
      minRows={3}
      maxRows={16}
      formatOnBlur
      validationError="This is not JSON"
      defaultValue={value === undefined || value === null ? '' : JSON.stringify(value, null, 2)}
      onChange={(text) => {
        const read = parse(text);
        if (read.ok) onChange(text.trim() === '' ? empty : read.value);
      }}
    />
  );
}

function parse(text: string): { ok: boolean; value?: unknown } {
  if (text.trim() === '') return { ok: true };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
