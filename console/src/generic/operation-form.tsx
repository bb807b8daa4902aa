import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useRef, useState } from 'react';
import { callAny, type AnyResult } from '../lib/api.js';
import type { FeatureShapes, OperationEntry } from '../lib/declarations.js';
import { ErrorView } from '../shell/error-view.js';
import { Field } from './field.js';
import { bodyOf, changedBody, fieldErrors, fieldsOf, type FormValues, isRequired } from './form-value.js';

interface Props {
  operation: OperationEntry;
  path: Record<string, string>;
  shapes: FeatureShapes;
  initial?: FormValues;
  submitLabel: string;
  onDone: (result: AnyResult) => void;
  onCancel?: () => void;
  /** What is sent without being asked. */
  fixed?: FormValues;
  danger?: boolean;
  /** Somebody else says what the operation does. */
  quiet?: boolean;
}

/** The form of an operation's body, with what the response says of a field beside the field. */
export function OperationForm({
  operation,
  path,
  shapes,
  initial = {},
  submitLabel,
  onDone,
  onCancel,
  fixed = {},
  danger = false,
  quiet = false,
}: Props) {
  const shape = shapes.operations[operation.id];
  const fields = (fieldsOf(shape?.body, shapes.schemas) ?? []).filter(([name]) => !(name in fixed));
  const names = fields.map(([name]) => name);
  const start = Object.fromEntries(names.flatMap((name) => (name in initial ? [[name, initial[name]]] : [])));
  const [values, setValues] = useState<FormValues>(start);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // One key for one intention: a double click, and a repeat after a lost response, happen once.
  const key = useRef(crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);
  const refused = error instanceof ApiError ? fieldErrors(error.errors, names) : { fields: {}, others: [] };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      onDone(
        await callAny(operation.id, {
          path,
          body: bodyOf(operation, {
            ...(operation.method === 'post' ? values : changedBody(values, start)),
            ...fixed,
          }),
          ...(operation.idempotent && { idempotencyKey: key.current }),
        }),
      );
      key.current = crypto.randomUUID();
    } catch (thrown) {
      setError(thrown);
      if (thrown instanceof ApiError && thrown.status !== 0 && thrown.status !== 503)
        key.current = crypto.randomUUID();
      const first =
        thrown instanceof ApiError ? Object.keys(fieldErrors(thrown.errors, names).fields)[0] : undefined;
      if (first)
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus(),
        );
    } finally {
      setBusy(false);
    }
  }

  const known = Object.keys(refused.fields).length > 0;
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {!quiet && fields.length === 0 && shape?.description && <Text size="sm">{shape.description}</Text>}
        {fields.map(([name, schema]) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            schemas={shapes.schemas}
            required={operation.method === 'post' && isRequired(shape?.body, shapes.schemas, name)}
            value={values[name]}
            error={refused.fields[name]}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {error !== null && !known && <ErrorView error={error} />}
        {known && refused.others.length > 0 && <Alert color="red">{refused.others.join('; ')}</Alert>}
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {/^Cancel/.test(submitLabel) ? 'Back' : 'Cancel'}
            </Button>
          )}
          <Button type="submit" loading={busy} color={danger ? 'red' : undefined}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
