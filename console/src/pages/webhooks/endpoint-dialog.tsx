import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FormEvent } from 'react';
import { ConflictList } from '../../generic/conflict-list.js';
import { closeAsking } from '../../generic/leave-guard.js';
import { useEditor } from '../../generic/use-editor.js';
import { callAny } from '../../lib/api.js';
import { useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { EventPicker } from './event-picker.js';
import { type HeaderRow, HeadersInput } from './headers-input.js';
import type { Endpoint, EndpointWithSecret, Operations } from './side.js';

interface Props {
  operations: Operations;
  /** Without one a new endpoint. */
  endpoint?: Endpoint;
  close: () => void;
  onCreated?: (endpoint: EndpointWithSecret) => void;
}

const known = ['url', 'description', 'contactEmail', 'events', 'headers'];

/** A new endpoint, or what changes of one. */
export function EndpointDialog({ operations, endpoint, close, onCreated }: Props) {
  const { me } = useSession();
  const { form, save, changedOf, busy, error, fields, conflicts } = useEditor({
    row: endpoint ?? null,
    draftOf: (row: Endpoint | null) => ({
      url: row?.url ?? '',
      description: row?.description ?? '',
      contactEmail: row?.contactEmail ?? me.user.email ?? '',
      events: [...(row?.events ?? [])] as string[],
      headers: Object.entries(row?.headers ?? {}).map(([name, value]): HeaderRow => ({ name, value })),
    }),
    read: async ({ id }: Endpoint) =>
      (await callAny(operations.read, { path: { endpointId: id } })).data as Endpoint,
    known,
  });
  const { url, description, contactEmail, events, headers } = form.draft;
  const leave = closeAsking(form.dirty, close);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const given = headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
    const body = {
      url: url.trim(),
      events,
      contactEmail: contactEmail.trim(),
      description: description.trim() === '' ? null : description.trim(),
      headers: Object.fromEntries(given.map(({ name, value }) => [name.trim(), value])),
    };
    if (endpoint)
      void save(
        async (edit) => {
          const path = { endpointId: endpoint.id };
          const { data } = await callAny(operations.update, { path, body: changedOf(body), ...edit });
          return data as Endpoint;
        },
        () => {
          notifications.show({ color: 'teal', message: 'The endpoint is saved' });
          close();
        },
      );
    else
      void save(
        async (_edit, idempotencyKey) =>
          (await callAny(operations.create, { body, idempotencyKey })).data as EndpointWithSecret,
        (made) => onCreated?.(made as EndpointWithSecret),
      );
  }

  return (
    <Modal opened onClose={leave} title={endpoint ? 'Edit the endpoint' : 'New webhook endpoint'} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="URL"
            description="Gets a POST for each event"
            placeholder="https://erp.example.com/haat"
            required
            data-autofocus
            maxLength={2048}
            value={url}
            onChange={(event) => form.set({ url: event.currentTarget.value })}
            error={fields['url']}
          />
          <TextInput
            label="Description"
            maxLength={200}
            value={description}
            onChange={(event) => form.set({ description: event.currentTarget.value })}
            error={fields['description']}
          />
          <TextInput
            label="Contact e-mail address"
            description="Gets a mail when the endpoint is disabled because its deliveries fail"
            type="email"
            required
            value={contactEmail}
            onChange={(event) => form.set({ contactEmail: event.currentTarget.value })}
            error={fields['contactEmail']}
          />
          <EventPicker
            operations={operations}
            chosen={events}
            onChange={(next) => form.set({ events: next })}
            error={fields['events']}
          />
          <HeadersInput rows={headers} onChange={(next) => form.set({ headers: next })} errors={fields} />
          <ConflictList {...conflicts} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={url.trim() === '' || contactEmail.trim() === '' || events.length === 0}
            >
              {endpoint ? 'Save' : 'Create'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
