import {
  Alert,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import type { DataOf } from 'haat-client';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../generic/panel.js';
import { RowsPicker } from '../../generic/row-picker.js';
import { useSend } from '../../generic/use-send.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { label, money } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { Icon } from '../../shell/icon.js';

type Explained = DataOf<'postAdminDiscountsByIdExplain'>;

/** Why the discount applies to a cart or not: to that of a buyer, or to one that is made here. */
export function TryPanel({ id }: { id: string }) {
  const [source, setSource] = useState('variants');
  const [cartId, setCartId] = useState('');
  const [variantIds, setVariantIds] = useState<string[]>([]);
  const [pieces, setPieces] = useState(1);
  const [platform, setPlatform] = useState<'WEB' | 'APP'>('WEB');
  const [explained, setExplained] = useState<Explained | null>(null);
  const { send, busy, error } = useSend();

  async function cartOf(): Promise<string> {
    if (source === 'cart') return cartId.trim();
    const { data: cart } = await call('postStoreCarts');
    for (const variantId of variantIds)
      await call('postStoreCartsByCartIdItems', {
        path: { cartId: cart.id },
        body: { variantId, quantity: pieces },
      });
    return cart.id;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(
      async () =>
        (
          await call('postAdminDiscountsByIdExplain', {
            path: { id },
            body: { cartId: await cartOf(), platform },
          })
        ).data,
      setExplained,
    );
  };
  return (
    <Stack gap="md">
      <Panel title="Try it on a cart">
        <form onSubmit={submit} noValidate>
          <Stack>
            <Group>
              <SegmentedControl
                aria-label="Which cart"
                value={source}
                onChange={setSource}
                data={[
                  { value: 'variants', label: 'A new cart' },
                  { value: 'cart', label: 'A buyer’s cart' },
                ]}
              />
              <SegmentedControl
                aria-label="Platform"
                value={platform}
                onChange={(next) => setPlatform(next as 'WEB' | 'APP')}
                data={[
                  { value: 'WEB', label: 'Web' },
                  { value: 'APP', label: 'App' },
                ]}
              />
            </Group>
            {source === 'cart' ? (
              <TextInput
                label="Cart ID"
                description="A buyer sees it in the address of the cart, and the logs name it"
                value={cartId}
                onChange={(event) => setCartId(event.currentTarget.value)}
              />
            ) : (
              <Group align="flex-start" preventGrowOverflow={false}>
                <div style={{ flex: 1, minWidth: 200 }}>
                  <RowsPicker
                    kind="variants"
                    label="What is in it"
                    description="In a cart of your own account"
                    placeholder="Type a title or an SKU"
                    value={variantIds}
                    onChange={setVariantIds}
                  />
                </div>
                <NumberInput
                  label="Pieces of each"
                  description="As many as a buyer takes"
                  w={150}
                  min={1}
                  max={100}
                  allowDecimal={false}
                  value={pieces}
                  onChange={(next) => setPieces(Number(next) || 1)}
                />
              </Group>
            )}
            {error !== null && <ErrorView error={error} />}
            <Group justify="flex-end">
              <Button
                type="submit"
                loading={busy}
                disabled={source === 'cart' ? cartId.trim() === '' : variantIds.length === 0}
              >
                Explain
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      {explained && <Explanation explained={explained} />}
    </Stack>
  );
}

function Explanation({ explained }: { explained: Explained }) {
  const { currency } = useDeclarations().store;
  const { applies, amount, waivedShipping, rules, lines } = explained;
  return (
    <>
      <Alert
        color={applies ? 'teal' : 'orange'}
        variant="light"
        title={applies ? `It takes off ${money(amount, currency)}` : 'It does not apply'}
      >
        {applies
          ? waivedShipping > 0
            ? `It waives ${money(waivedShipping, currency)} of shipping as well.`
            : 'Shipping is charged as usual.'
          : rules.find(({ holds }) => !holds)?.message}
      </Alert>
      <Panel title="Rules" flush>
        <div className="scroll" tabIndex={0} role="region" aria-label="Rules">
          <Table className="table" horizontalSpacing="md">
            <Table.Tbody>
              {rules.map(({ rule, holds, message }) => (
                <Table.Tr key={`${rule} ${message}`}>
                  <Table.Td w={1}>
                    <Text
                      span
                      c={holds ? 'teal' : 'red'}
                      role="img"
                      aria-label={holds ? 'Holds' : 'Does not hold'}
                    >
                      <Icon name={holds ? 'check' : 'cross'} size={16} />
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" fw={500}>
                      {label(rule)}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {message}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Panel>
      <Panel title="Lines of the cart" flush>
        <div className="scroll" tabIndex={0} role="region" aria-label="Lines of the cart">
          <Table className="table" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Item</Table.Th>
                <Table.Th ta="right">Taken off</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map(({ itemId, title, message, amount: off }) => (
                <Table.Tr key={itemId}>
                  <Table.Td>
                    <Text size="sm">{title}</Text>
                    <Text size="sm" c="dimmed">
                      {message}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" className="nowrap">
                    {money(off, currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Panel>
    </>
  );
}
