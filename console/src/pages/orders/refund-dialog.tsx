import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Textarea,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useRefreshAll } from '../../generic/act-button.js';
import { useSend } from '../../generic/use-send.js';
import { call, data } from '../../lib/api.js';
import { money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { type Order, refundable } from './order.js';
import { RefundLines } from './refund-lines.js';

/** A refund by pieces, by an amount, or of all that is left. The API counts what is left once more. */
export function RefundDialog({ order, close }: { order: Order; close: () => void }) {
  const left = refundable(order);
  const [by, setBy] = useState('lines');
  const [pieces, setPieces] = useState<Record<string, number>>({});
  const [amount, setAmount] = useState<number | undefined>();
  const [reason, setReason] = useState('');
  const [restock, setRestock] = useState(false);
  const { busy, error, send } = useSend();
  const refresh = useRefreshAll();
  const refunds = useQuery({
    queryKey: ['getAdminOrdersByOrderIdRefunds', order.id],
    queryFn: ({ signal }) => data('getAdminOrdersByOrderIdRefunds', { path: { orderId: order.id }, signal }),
  });
  const lines = Object.entries(pieces).flatMap(([lineId, quantity]) =>
    quantity > 0 ? [{ lineId, quantity }] : [],
  );
  const ready =
    reason.trim() !== '' && (by === 'all' || (by === 'lines' ? lines.length > 0 : (amount ?? 0) > 0));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!ready) return;
    const body = {
      reason: reason.trim(),
      ...(by === 'lines' && { lines }),
      ...(by === 'amount' && { amount }),
      ...(restock && { restock }),
    };
    void send(
      (idempotencyKey) =>
        call('postAdminOrdersByOrderIdRefunds', { path: { orderId: order.id }, body, idempotencyKey }),
      ({ data: made }) => {
        notifications.show({
          color: 'teal',
          message: `${money(made.amount, made.currency)} ${made.byHand ? 'waits to be paid by hand' : 'goes back to the buyer'}`,
        });
        void refresh();
        close();
      },
    );
  }

  return (
    <Modal opened onClose={close} title={`Refund of ${order.orderNumber}`} size="lg">
      <form onSubmit={submit}>
        <Stack>
          <Alert color="gray" variant="light">
            At most {money(left, order.currency)} can still go back. The buyer gets a mail. It cannot be taken
            back.
          </Alert>
          <SegmentedControl
            aria-label="Refund by"
            data={[
              { value: 'lines', label: 'Pieces' },
              { value: 'amount', label: 'An amount' },
              { value: 'all', label: 'All that is left' },
            ]}
            value={by}
            onChange={setBy}
          />
          {by === 'lines' && (
            <RefundLines order={order} refunds={refunds.data ?? []} pieces={pieces} onChange={setPieces} />
          )}
          {by === 'amount' && (
            <NumberInput
              label="Amount"
              description={`In ${order.currency}, at most ${money(left, order.currency)}`}
              decimalScale={2}
              thousandSeparator=","
              min={0}
              max={left / 100}
              required
              data-autofocus
              value={amount === undefined ? '' : amount / 100}
              onChange={(value) => setAmount(value === '' ? undefined : Math.round(Number(value) * 100))}
            />
          )}
          <Textarea
            label="Reason"
            description="Stands in the timeline, on the credit note and in the mail"
            required
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Checkbox
            label="Put the pieces back on hand"
            description="Needed for pieces that were not sent yet, which it cancels"
            checked={restock}
            onChange={(event) => setRestock(event.currentTarget.checked)}
          />
          {error !== null && <ErrorView error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={!ready}>
              Refund
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
