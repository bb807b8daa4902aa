import { Alert, Text } from '@mantine/core';
import { Time } from '../../generic/value.js';
import type { ApprovalDetail } from './approval.js';

type Approval = ApprovalDetail['approval'];

const titles = {
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Taken back',
} as const;
const colours = { approved: 'teal', rejected: 'red', withdrawn: 'gray' } as const;
const texts = {
  approved: 'It was written to the product.',
  rejected: 'The product stayed as it was. Its vendor got the reasons by mail.',
  withdrawn: 'Its vendor took it back, or the product is deleted. The product stayed as it was.',
} as const;

/** What became of an approval that is decided. */
export function ApprovalOutcome({ approval: { state, decidedAt, note } }: { approval: Approval }) {
  if (state === 'pending') return null;
  return (
    <Alert color={colours[state]} variant="light" title={titles[state]}>
      <Text size="sm" component="div">
        {texts[state]} {decidedAt && <Time instant={decidedAt} />}
      </Text>
      {note !== null && (
        <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      )}
    </Alert>
  );
}

/** Why a field was rejected; nothing where it was not. */
export function ReasonOf({ approval: { reasons }, field }: { approval: Approval; field: string }) {
  const own = reasons.filter((row) => row.field === field);
  return own.map(({ reason }) => (
    <Text key={reason} size="sm" c="red" mt="sm" style={{ overflowWrap: 'anywhere' }}>
      Rejected: {reason}
    </Text>
  ));
}
