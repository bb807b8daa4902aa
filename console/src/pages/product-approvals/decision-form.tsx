import { Alert, Button, Card, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ApiError } from 'haat-client';
import { useState } from 'react';
import { useAct } from '../../generic/use-act.js';
import { data } from '../../lib/api.js';
import { ErrorView } from '../../shell/error-view.js';
import { type ApprovalDetail, isLate } from './approval.js';
import { DifferenceList } from './difference-list.js';

interface Props {
  detail: ApprovalDetail;
  changed: ReadonlySet<string>;
  /** Shows what waits now, with what became another marked. */
  showCurrent: () => void;
}

/** The two decisions; a rejection says why, field by field or as a whole. */
export function DecisionForm({ detail: { approval, differences }, changed, showCurrent }: Props) {
  const { id: productApprovalId, version, kind } = approval;
  const [rejecting, setRejecting] = useState(false);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState('');
  const { act, busy, error, thrown, fields, clear } = useAct(['reasons', 'note']);
  const path = { productApprovalId };
  const given = differences.flatMap(({ field }) => {
    const reason = reasons[field]?.trim() ?? '';
    return reason === '' ? [] : [{ field, reason }];
  });
  const approve = () =>
    act(
      () => data('postAdminProductApprovalsByProductApprovalIdApprove', { path, body: { version } }),
      kind === 'new' ? 'Approved: the product is on sale' : 'Approved: shoppers see the change',
    );
  const reject = () =>
    act(
      () =>
        data('postAdminProductApprovalsByProductApprovalIdReject', {
          path,
          body: { version, reasons: given, ...(note.trim() !== '' && { note: note.trim() }) },
        }),
      'Rejected: the vendor gets the reasons by mail',
    );
  const reasonError = (field: string) => {
    const place = given.findIndex((row) => row.field === field);
    return Object.entries(fields).find(([name]) => name.startsWith(`reasons.${place}.`))?.[1];
  };
  return (
    <>
      {isLate(thrown) ? (
        <Late
          error={thrown}
          version={version}
          showCurrent={() => {
            clear();
            showCurrent();
          }}
        />
      ) : (
        error !== null && <ErrorView error={error} />
      )}
      <Card withBorder padding="md" className="decision">
        <Stack gap="sm">
          {rejecting ? (
            <>
              <Text size="sm">
                Say at the fields below what is wrong with them, or here what is wrong with the whole.
              </Text>
              <Textarea
                label="Note to the vendor"
                autosize
                minRows={2}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
                error={fields['note']}
              />
            </>
          ) : (
            <Text size="sm">
              {kind === 'new'
                ? 'Once it is approved the product is on sale as it stands below.'
                : 'Once it is approved shoppers see the product as submitted. What is marked differs.'}
            </Text>
          )}
          <Group gap="xs">
            {rejecting ? (
              <>
                <Button
                  color="red"
                  loading={busy}
                  disabled={given.length === 0 && note.trim() === ''}
                  onClick={() => void reject()}
                >
                  {given.length === 0
                    ? 'Reject'
                    : `Reject with ${given.length === 1 ? '1 reason' : `${given.length} reasons`}`}
                </Button>
                <Button variant="default" onClick={() => setRejecting(false)}>
                  Cancel
                </Button>
              </>
            ) : (
              <>
                <Button loading={busy} onClick={() => void approve()}>
                  Approve
                </Button>
                <Button variant="light" color="red" onClick={() => setRejecting(true)}>
                  Reject
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </Card>
      <DifferenceList
        approval={approval}
        differences={differences}
        changed={changed}
        below={({ field, label }) =>
          rejecting && (
            <Textarea
              mt="sm"
              label={`What is wrong with ${label}`}
              autosize
              maxLength={1000}
              value={reasons[field] ?? ''}
              onChange={(event) => setReasons({ ...reasons, [field]: event.currentTarget.value })}
              error={reasonError(field)}
            />
          )
        }
      />
    </>
  );
}

/** A decision that came too late was not taken; what waits now is one click away. */
function Late({
  error,
  version,
  showCurrent,
}: {
  error: ApiError;
  version: number;
  showCurrent: () => void;
}) {
  const isOutdated = error.reason === 'product_approvals.outdated';
  return (
    <Alert
      color="orange"
      role="alert"
      title={isOutdated ? 'It has changed since you looked' : 'Decided meanwhile'}
    >
      <Text size="sm" mb="xs">
        {isOutdated
          ? `You looked at version ${version}. The vendor, or a change of the product, has made another of it: nothing was decided.`
          : `${error.message}. Nothing was decided by you.`}
      </Text>
      <Button size="compact-sm" onClick={showCurrent}>
        {isOutdated ? 'Show what waits now' : 'Show it'}
      </Button>
    </Alert>
  );
}
