import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ActButton, useRefreshAll } from '../../generic/act-button.js';
import { Panel } from '../../generic/panel.js';
import { useSend } from '../../generic/use-send.js';
import { Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';

type Note = DataOf<'getAdminNotes'>[number];

const SHOWN = 10;
const MAX_NOTE = 4_000;

interface About {
  entity: Note['entity'];
  id: string;
}

/** What operators wrote about an order, a vendor or a customer; vendors and buyers never see it. */
export function NotesPanel({ entity, id }: About) {
  const session = useSession();
  const declarations = useDeclarations();
  const mayRead = mayCall(declarations.get('getAdminNotes'), session);
  const notes = useQuery({
    queryKey: ['getAdminNotes', entity, id],
    queryFn: ({ signal }) => call('getAdminNotes', { query: { entity, entityId: id, limit: SHOWN }, signal }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const more = (notes.data?.metadata.total ?? 0) - SHOWN;
  return (
    <Panel title="Internal notes">
      <Stack gap="md">
        {notes.error && <ErrorView error={notes.error} retry={() => void notes.refetch()} />}
        {notes.data?.data.map((note) => (
          <NoteText key={note.id} note={note} />
        ))}
        {notes.data?.data.length === 0 && (
          <Text size="sm" c="dimmed">
            No notes yet. Vendors and buyers never see them.
          </Text>
        )}
        {more > 0 && (
          <Anchor component={Link} to={`/admin/notes?entity=${entity}&entityId=${id}`} size="sm">
            {more === 1 ? 'One earlier note' : `${more} earlier notes`}
          </Anchor>
        )}
        {mayCall(declarations.get('postAdminNotes'), session) && <AddNote entity={entity} id={id} />}
      </Stack>
    </Panel>
  );
}

function NoteText({ note }: { note: Note }) {
  return (
    <div>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {note.actorName ?? label(note.actorType)} · <Time instant={note.createdAt} />
        </Text>
        <ActButton
          size="compact-xs"
          operation="deleteAdminNotesById"
          path={{ id: note.id }}
          label="Delete"
          danger
          text="The note is gone for everybody. Its text stays in the audit log."
          done="The note is deleted"
        />
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {note.text}
      </Text>
    </div>
  );
}

function AddNote({ entity, id }: About) {
  const [text, setText] = useState('');
  const { busy, error, send } = useSend();
  const refresh = useRefreshAll();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') return;
    const body = { entity, entityId: id, text: text.trim() };
    void send(
      (idempotencyKey) => call('postAdminNotes', { body, idempotencyKey }),
      async () => {
        setText('');
        await refresh();
      },
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          aria-label="New note"
          placeholder="A note for other operators"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MAX_NOTE}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error !== null && <ErrorView error={error} />}
        <Group justify="flex-end">
          <Button type="submit" size="compact-sm" loading={busy} disabled={text.trim() === ''}>
            Add the note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
