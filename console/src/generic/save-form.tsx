import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorView } from '../shell/error-view.js';
import { ConflictList, type Conflicts } from './conflict-list.js';
import { Editable } from './editable.js';
import { SaveBar } from './save-bar.js';

interface Props {
  form: { dirty: boolean; discard: () => void };
  submit: (event: FormEvent) => void;
  busy: boolean;
  error: unknown;
  /** Of `useEditor`: what somebody else has changed as well. */
  conflicts?: Conflicts;
  /** Whether the session may save; otherwise the fields can only be read. */
  may: boolean;
  /** Of the button that saves. */
  label?: string;
  children: ReactNode;
}

/** The form of a page that is saved as a whole: its fields, what was refused, and the bar to save or discard. */
export function SaveForm({ form, submit, busy, error, conflicts, may, label, children }: Props) {
  return (
    <form onSubmit={submit} noValidate>
      <Editable may={may}>
        <Stack gap="md">
          {conflicts && <ConflictList {...conflicts} />}
          {children}
          {error !== null && <ErrorView error={error} />}
          {may && <SaveBar dirty={form.dirty} busy={busy} discard={form.discard} label={label} />}
        </Stack>
      </Editable>
    </form>
  );
}
