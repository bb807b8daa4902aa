import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from 'haat-client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callAny, type AnyResult } from '../lib/api.js';
import type { FeatureShapes, OperationEntry } from '../lib/declarations.js';
import { ErrorView } from '../shell/error-view.js';
import { Field } from './field.js';
import { bodyOf, changedBody, fieldErrors, fieldsOf, type FormValues, isRequired } from './form-value.js';
import { useSend } from './use-send.js';

interface Props {
  operation: OperationEntry;
  path: Record<string, string>;
  query?: Record<string, string | undefined>;
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
  query,
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
  const { busy, error, send } = useSend();
  const form = useRef<HTMLFormElement>(null);
  const refused = error instanceof ApiError ? fieldErrors(error.errors, names) : { fields: {}, others: [] };

  const [firstRefused] = Object.keys(refused.fields);
  useEffect(() => {
    if (firstRefused) form.current?.querySelector<HTMLElement>(`[data-field="${firstRefused}"]`)?.focus();
  }, [error, firstRefused]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    void send(
      (idempotencyKey) =>
        callAny(operation.id, {
          path,
          query,
          body: bodyOf(operation, {
            ...(operation.method === 'post' ? values : changedBody(values, start)),
            ...fixed,
          }),
          ...(operation.idempotent && { idempotencyKey }),
        }),
      onDone,
    );
  }

  const known = Object.keys(refused.fields).length > 0;
  return (
    <form ref={form} onSubmit={submit} noValidate>
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
