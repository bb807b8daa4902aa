import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../generic/use-act.js';
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
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [contactEmail, setContactEmail] = useState(endpoint?.contactEmail ?? me.user.email ?? '');
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? []);
  const [headers, setHeaders] = useState<HeaderRow[]>(() =>
    Object.entries(endpoint?.headers ?? {}).map(([name, value]) => ({ name, value })),
  );
  const { act, busy, error, fields } = useAct(known);

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
      void act(async () => {
        await callAny(operations.update, { path: { endpointId: endpoint.id }, body });
        close();
      }, 'The endpoint is saved');
    else
      void act(
        (idempotencyKey) => callAny(operations.create, { body, idempotencyKey }),
        ({ data }) => onCreated?.(data as EndpointWithSecret),
      );
  }

  return (
    <Modal opened onClose={close} title={endpoint ? 'Edit the endpoint' : 'New webhook endpoint'} size="lg">
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
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={fields['url']}
          />
          <TextInput
            label="Description"
            maxLength={200}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={fields['description']}
          />
          <TextInput
            label="Contact e-mail address"
            description="Gets a mail when the endpoint is disabled because its deliveries fail"
            type="email"
            required
            value={contactEmail}
            onChange={(event) => setContactEmail(event.currentTarget.value)}
            error={fields['contactEmail']}
          />
          <EventPicker
            operations={operations}
            chosen={events}
            onChange={setEvents}
            error={fields['events']}
          />
          <HeadersInput rows={headers} onChange={setHeaders} errors={fields} />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
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
