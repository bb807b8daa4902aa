import { Badge, Button, Group, Modal, NumberInput, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EditButton, useReadOnly } from '../../generic/editable.js';
import { MoneyInput } from '../../generic/money-input.js';
import { Panel } from '../../generic/panel.js';
import { call } from '../../lib/api.js';
import { AdjustDialog } from '../vendor-stock/adjust-dialog.js';
import type { Level } from '../vendor-stock/inventory-page.js';
import type { VariantDraft } from './draft.js';
import { HsnInput } from './hsn-input.js';
import { detachedKeys, variantTitle } from './matrix.js';
import type { PartProps } from './product-editor.js';
import { VariantForm } from './variant-form.js';

/** Each variant with its price, SKU, HSN code and stock; the rest behind a button. */
export function VariantsPanel({
  draft,
  change,
  errors,
  productId,
}: PartProps & { productId: string | null }) {
  const [open, setOpen] = useState<string | null>(null);
  const [adjusting, setAdjusting] = useState<Level | null>(null);
  const detached = detachedKeys(draft);
  const stock = useQuery({
    queryKey: ['getVendorInventory', 'product', productId],
    queryFn: ({ signal }) =>
      call('getVendorInventory', {
        query: { limit: 100, 'filters[]': [`productId:eq:${productId}`] } as never,
        signal,
      }),
    enabled: productId !== null,
  });
  const levels = new Map((stock.data?.data ?? []).map((level) => [level.variantId, level]));
  const set = (key: string, fields: Partial<VariantDraft>) =>
    change((before) => ({
      ...before,
      variants: before.variants.map((variant) => (variant.key === key ? { ...variant, ...fields } : variant)),
    }));
  /** The fields of the first variant for all. */
  const copy = (fields: (keyof VariantDraft)[]) =>
    change((before) => {
      const [first] = before.variants;
      if (!first) return before;
      const copied = Object.fromEntries(fields.map((name) => [name, first[name]]));
      return { ...before, variants: before.variants.map((variant) => ({ ...variant, ...copied })) };
    });
  const readOnly = useReadOnly();
  const several = draft.variants.length > 1;
  const opened = draft.variants.find(({ key }) => key === open);
  return (
    <Panel
      title={several ? `Variants (${draft.variants.length})` : 'Price and stock'}
      flush
      actions={
        several &&
        !readOnly && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => copy(['price'])}>
              First price for all
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => copy(['hsnCode'])}>
              First HSN for all
            </Button>
          </>
        )
      }
    >
      <div className="scroll" tabIndex={0} role="region" aria-label="Variants">
        <Table className="table variant-table" verticalSpacing="xs" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {several && <Table.Th>Variant</Table.Th>}
              <Table.Th>Price</Table.Th>
              <Table.Th>SKU</Table.Th>
              <Table.Th>HSN code</Table.Th>
              <Table.Th>Pieces</Table.Th>
              <Table.Th aria-label="More" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {draft.variants.map((variant) => {
              const name = variantTitle(variant) || 'the product';
              const level = levels.get(variant.key);
              const field = (part: string) => errors[`variants.${variant.key}.${part}`];
              return (
                <Table.Tr key={variant.key} style={variant.deleted ? { opacity: 0.5 } : undefined}>
                  {several && (
                    <Table.Td>
                      <Text size="sm" fw={600} className="nowrap">
                        {variantTitle(variant) || '–'}
                      </Text>
                      {detached.has(variant.key) && (
                        <Badge variant="light" color="orange" tt="none" size="sm">
                          Cannot be bought
                        </Badge>
                      )}
                      {!variant.stored && (
                        <Badge variant="light" color="teal" tt="none" size="sm">
                          New
                        </Badge>
                      )}
                    </Table.Td>
                  )}
                  <Table.Td>
                    <MoneyInput
                      aria-label={`Price of ${name}`}
                      value={variant.price}
                      onChange={(price) => set(variant.key, { price })}
                      error={field('price')}
                      disabled={variant.deleted}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={`SKU of ${name}`}
                      value={variant.sku ?? ''}
                      onChange={(event) => set(variant.key, { sku: event.currentTarget.value || null })}
                      error={field('sku')}
                      disabled={variant.deleted}
                    />
                  </Table.Td>
                  <Table.Td>
                    <HsnInput
                      name={name}
                      categoryId={draft.basics.primaryCategoryId}
                      goods={{
                        ...gstOf(variant, draft.basics),
                        hsnCode: variant.hsnCode,
                        price: variant.price,
                      }}
                      onChange={(hsnCode) => set(variant.key, { hsnCode })}
                      error={field('hsnCode')}
                    />
                  </Table.Td>
                  <Table.Td>
                    {variant.stored ? (
                      <Group gap={6} wrap="nowrap">
                        <Text size="sm">{level ? level.onHand : '–'}</Text>
                        {level && (
                          <EditButton size="compact-xs" variant="default" onClick={() => setAdjusting(level)}>
                            Adjust
                          </EditButton>
                        )}
                      </Group>
                    ) : (
                      <NumberInput
                        aria-label={`Pieces of ${name}`}
                        allowDecimal={false}
                        min={0}
                        value={variant.pieces ?? ''}
                        onChange={(value) =>
                          set(variant.key, { pieces: value === '' ? null : Number(value) })
                        }
                      />
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`More of ${name}`}
                        onClick={() => setOpen(variant.key)}
                      >
                        More
                      </Button>
                      {several && (
                        <EditButton
                          size="compact-sm"
                          variant="subtle"
                          color="red"
                          onClick={() => set(variant.key, { deleted: !variant.deleted })}
                        >
                          {variant.deleted ? 'Keep' : 'Delete'}
                        </EditButton>
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </div>
      {opened && (
        <Modal opened onClose={() => setOpen(null)} title={variantTitle(opened) || 'Price and shipping'}>
          <VariantForm
            variant={opened}
            errors={errors}
            change={(fields) => set(opened.key, fields)}
            close={() => setOpen(null)}
          />
        </Modal>
      )}
      {adjusting && <AdjustDialog level={adjusting} close={() => setAdjusting(null)} />}
    </Panel>
  );
}

/** The rate of a variant, else that of its product. */
function gstOf(variant: Gst, product: Gst): Gst {
  const { gstRate, gstExempt } = variant.gstExempt || variant.gstRate !== null ? variant : product;
  return { gstRate, gstExempt };
}

type Gst = Pick<VariantDraft, 'gstRate' | 'gstExempt'>;
