import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ApiError } from 'haat-client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callAny, type AnyResult } from '../lib/api.js';
import { editOf, isOutdated } from '../lib/edit-tag.js';
import type { FeatureShapes, OperationEntry } from '../lib/declarations.js';
import { ErrorView } from '../shell/error-view.js';
import { type Conflict, ConflictList } from './conflict-list.js';
import { mergedText, mergeFields } from './merge-fields.js';
import { Field } from './field.js';
import { bodyOf, changedBody, fieldErrors, fieldsOf, type FormValues, isRequired } from './form-value.js';
import { useSend } from './use-send.js';

/** What is edited, as it was read: the edit is refused where somebody else has saved since. */
export interface Edited {
  row: object;
  /** Reads it again. */
  read: () => Promise<object>;
}

interface Props {
  operation: OperationEntry;
  path: Record<string, string>;
  query?: Record<string, string | undefined>;
  shapes: FeatureShapes;
  initial?: FormValues;
  edited?: Edited;
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
  edited,
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
  const valuesOf = (row: FormValues) =>
    Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])));
  const [start, setStart] = useState<FormValues>(() => valuesOf(initial));
  const [values, setValues] = useState<FormValues>(start);
  const stored = useRef(edited?.row);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const { busy, error, send } = useSend();
  const form = useRef<HTMLFormElement>(null);
  const refused = error instanceof ApiError ? fieldErrors(error.errors, names) : { fields: {}, others: [] };

  const [firstRefused] = Object.keys(refused.fields);
  useEffect(() => {
    if (firstRefused) form.current?.querySelector<HTMLElement>(`[data-field="${firstRefused}"]`)?.focus();
  }, [error, firstRefused]);

  /** What both sides have changed is asked about, and all else is taken in. */
  async function merge({ read }: Edited): Promise<void> {
    const fresh = await read();
    const theirs = { ...start, ...valuesOf(fresh as FormValues) };
    const { merged, conflicts: found } = mergeFields(start, { ...start, ...values }, theirs);
    stored.current = fresh;
    setStart(theirs);
    setValues(merged);
    setConflicts(found);
    notifications.show({ color: 'yellow', message: mergedText(found.length) });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = bodyOf(operation, {
      ...(operation.method === 'post' ? values : changedBody(values, start)),
      ...fixed,
    });
    void send(
      async (idempotencyKey) => {
        try {
          return await callAny(operation.id, {
            path,
            query,
            body,
            ...(operation.idempotent && { idempotencyKey }),
            ...editOf(stored.current),
          });
        } catch (thrown) {
          if (!edited || !isOutdated(thrown)) throw thrown;
          await merge(edited);
          return null;
        }
      },
      (result) => {
        if (result) onDone(result);
      },
    );
  }

  const known = Object.keys(refused.fields).length > 0;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {!quiet && fields.length === 0 && shape?.description && <Text size="sm">{shape.description}</Text>}
        <ConflictList
          conflicts={conflicts}
          decide={({ path: name }, value) => {
            setValues((before) => ({ ...before, [name]: value }));
            setConflicts((before) => before.filter((conflict) => conflict.path !== name));
          }}
        />
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
