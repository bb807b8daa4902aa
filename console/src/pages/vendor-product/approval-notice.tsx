import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { ActButton } from '../../generic/act-button.js';
import { useReadOnly } from '../../generic/editable.js';
import { ago } from '../../lib/format.js';
import type { ApprovalDetail } from '../product-approvals/approval.js';
import { ReasonOf } from '../product-approvals/approval-outcome.js';
import { DifferenceList } from '../product-approvals/difference-list.js';

interface Props {
  detail: ApprovalDetail;
  /** When the product was written last. */
  updatedAt: string | null;
  /** Puts what was submitted into the form. */
  edit: () => void;
  /** Nothing waits any more. */
  onWithdrawn: () => void;
}

/** What waits for the operator of the marketplace, or why it was rejected, with what differs from what is on sale. */
export function ApprovalNotice({ detail, updatedAt, edit, onWithdrawn }: Props) {
  const { approval, differences } = detail;
  const { kind, state, submittedAt, decidedAt, reasons, note } = approval;
  const isWaiting = state === 'pending';
  // A product that was saved since has moved on: the reasons stay within reach.
  const isOld = !isWaiting && updatedAt !== null && decidedAt !== null && updatedAt > decidedAt;
  const [open, setOpen] = useState(false);
  const mayEdit = !useReadOnly();
  const labels = new Map(differences.map(({ field, label }) => [field, label]));
  return (
    <Alert
      color={isWaiting ? 'yellow' : isOld ? 'gray' : 'red'}
      title={titleOf(approval)}
      data-approval={state}
    >
      <Text size="sm">
        {isWaiting
          ? `${differences.map(({ label }) => label).join(', ')}. Submitted ${ago(submittedAt)}. ${kind === 'new' ? 'It is in no list of the shop until then.' : 'Shoppers see the product as it was until then; what you save now joins it.'}`
          : `${decidedAt === null ? '' : `${ago(decidedAt)}. `}${kind === 'new' ? 'Change what is wrong, and put it on sale again.' : 'The product is on sale as it was. Change what is wrong, and save.'}`}
      </Text>
      {!isWaiting && (!isOld || open) && (
        <>
          {note !== null && (
            <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          )}
          {reasons.length > 0 && (
            <List size="sm" mt="xs">
              {reasons.map(({ field, reason }) => (
                <List.Item key={`${field} ${reason}`}>
                  <b>{labels.get(field) ?? field}</b>: {reason}
                </List.Item>
              ))}
            </List>
          )}
        </>
      )}
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide what differs' : 'Show what differs'}
        </Button>
        {mayEdit && kind === 'change' && (
          <Button size="compact-sm" variant="default" onClick={edit}>
            {isWaiting ? 'Edit what waits' : 'Edit what was rejected'}
          </Button>
        )}
        {isWaiting && mayEdit && (
          <ActButton
            operation="postVendorProductApprovalsByProductApprovalIdWithdraw"
            path={{ productApprovalId: approval.id }}
            label="Take it back"
            size="compact-sm"
            text={
              kind === 'new'
                ? 'The product stays a draft. Put it on sale to submit it again.'
                : 'What waits is given up: the product stays as it is on sale.'
            }
            done="It is taken back"
            onDone={onWithdrawn}
          />
        )}
      </Group>
      {open && (
        <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
          <DifferenceList
            approval={approval}
            differences={differences}
            below={({ field }) => <ReasonOf approval={approval} field={field} />}
          />
        </div>
      )}
    </Alert>
  );
}

function titleOf({ kind, state }: ApprovalDetail['approval']): string {
  if (state === 'pending')
    return kind === 'new' ? 'Waits for approval before it is on sale' : 'A change waits for approval';
  return kind === 'new' ? 'The product was rejected' : 'The last change was rejected';
}
