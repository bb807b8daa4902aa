import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import type { ListedApproval } from './approval.js';

type Action = 'approve' | 'reject';
interface Props {
  chosen: readonly ListedApproval[];
  done: () => void;
}

/** Approves or rejects all that is ticked. */
export function DecideMany({ chosen, done }: Props) {
  const may = mayCall(useDeclarations().get('postAdminProductApprovalsBulk'), useSession());
  // Those that were ticked when the dialog was opened: the list behind it is read again once they are decided.
  const [asked, setAsked] = useState<{ action: Action; approvals: readonly ListedApproval[] } | null>(null);
  if (!may) return null;
  const ask = (action: Action) => setAsked({ action, approvals: chosen });
  return (
    <>
      {chosen.length > 0 && (
        <Group gap="xs">
          <Button onClick={() => ask('approve')}>Approve {chosen.length}</Button>
          <Button variant="light" color="red" onClick={() => ask('reject')}>
            Reject {chosen.length}
          </Button>
        </Group>
      )}
      {asked && <Dialog {...asked} close={() => setAsked(null)} done={done} />}
    </>
  );
}

function Dialog({
  action,
  approvals,
  close,
  done,
}: {
  action: Action;
  approvals: readonly ListedApproval[];
  close: () => void;
  done: () => void;
}) {
  const [note, setNote] = useState('');
  const { act, busy, error, fields } = useAct(['note']);
  const [failed, setFailed] = useState<{ id: string; text: string }[] | null>(null);
  const titleOf = (id: string) => approvals.find((approval) => approval.id === id)?.title ?? id;
  const send = () =>
    act(
      () =>
        data('postAdminProductApprovalsBulk', {
          body: {
            action,
            approvals: approvals.map(({ id, version }) => ({ id, version })),
            ...(action === 'reject' && { note }),
          },
        }),
      (result) => {
        done();
        const refused = result.approvals.flatMap(({ id, error: why }) =>
          why ? [{ id, text: why.message }] : [],
        );
        if (refused.length === 0) close();
        else setFailed(refused);
      },
    );
  const count = approvals.length === 1 ? '1 product' : `${approvals.length} products`;
  if (failed)
    return (
      <Modal opened onClose={close} title="Not all could be decided" centered>
        <Stack>
          <Text size="sm" role="status">
            {approvals.length - failed.length} {action === 'approve' ? 'approved' : 'rejected'},{' '}
            {failed.length} not:
          </Text>
          <List size="sm">
            {failed.map(({ id, text }) => (
              <List.Item key={id}>
                <b>{titleOf(id)}</b>: {text}
              </List.Item>
            ))}
          </List>
          <Group justify="flex-end">
            <Button onClick={close}>Close</Button>
          </Group>
        </Stack>
      </Modal>
    );
  return (
    <Modal opened onClose={close} title={`${action === 'approve' ? 'Approve' : 'Reject'} ${count}`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack>
          <Text size="sm">
            {action === 'approve'
              ? 'Shoppers see each as it was submitted. One that its vendor has changed since this list was loaded stays, and is named.'
              : 'The products stay as they are. Each vendor gets a mail with this reason.'}
          </Text>
          {action === 'reject' && (
            <Textarea
              label="Reason"
              required
              autosize
              minRows={3}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              error={fields['note']}
            />
          )}
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={action === 'reject' && note.trim() === ''}
              {...(action === 'reject' && { color: 'red' })}
            >
              {action === 'approve' ? 'Approve' : 'Reject'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
