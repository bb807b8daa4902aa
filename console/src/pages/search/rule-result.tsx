import { ActionIcon, Anchor, Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import type { DataOf } from 'haat-client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { EditButton, useReadOnly } from '../../generic/editable.js';
import { Panel } from '../../generic/panel.js';
import { pictureUrl } from '../../generic/picture-url.js';
import { useDeclarations } from '../../lib/declarations.js';
import { money, number } from '../../lib/format.js';
import { Icon, type IconName } from '../../shell/icon.js';
import { bury, pinTo, type RuleDraft, unpin } from './rule-draft.js';

type Preview = DataOf<'postAdminSearchRulesPreview'>;
type Product = Preview['after']['products'][number];

const colors = { pinned: 'teal', buried: 'gray', boosted: 'blue' } as const;

function ProductLine({ product, was }: { product: Product; was?: string | undefined }) {
  const { currency } = useDeclarations().store;
  const picture = pictureUrl(product.thumbnail);
  const price = product.priceStart === null ? null : money(product.priceStart, currency);
  return (
    <Group gap="xs" wrap="nowrap" miw={0} style={{ flex: 1 }}>
      <Text size="sm" c="dimmed" ta="right" w={22} style={{ flexShrink: 0 }}>
        {product.place}
      </Text>
      {picture ? (
        <img src={picture} alt="" width={36} height={36} className="rule-picture" loading="lazy" />
      ) : (
        <span className="rule-picture" />
      )}
      <div style={{ minWidth: 0 }}>
        <Anchor component={Link} to={`/admin/products/${product.id}`} size="sm" className="clip">
          {product.title}
        </Anchor>
        <Text size="xs" c="dimmed" truncate>
          {[product.brand, price, product.inStock ? null : 'sold out', was].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

/** What the words alone find. */
export function PlainResult({ found }: { found: Preview['before'] }) {
  return (
    <Panel title={`Without the rule: ${number(found.total)}`}>
      <ol className="rule-list" aria-label="Without the rule">
        {found.products.map((product) => (
          <li key={product.id}>
            <ProductLine product={product} />
          </li>
        ))}
      </ol>
      {found.products.length === 0 && <Nothing />}
    </Panel>
  );
}

const Nothing = () => (
  <Text size="sm" c="dimmed">
    The words find nothing. Products that are pinned are shown all the same.
  </Text>
);

/** The result with the rule: products are pinned, moved and buried where they stand, by buttons or keys. */
export function ShapedResult({
  preview,
  draft,
  set,
}: {
  preview: Preview;
  draft: RuleDraft;
  set: (fields: Partial<RuleDraft>) => void;
}) {
  const { before, after, leftOut } = preview;
  const readOnly = useReadOnly();
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string | null>(null);
  // A row that moved loses the focus of the browser: it stays with the product.
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-product="${focused.current}"]`)?.focus();
  }, [after]);
  const places = new Map(before.products.map(({ id, place }) => [id, place]));
  const was = ({ id, place }: Product) => {
    const former = places.get(id);
    return former === place ? undefined : former === undefined ? 'new here' : `was ${former}`;
  };
  const move = ({ id, place }: Product, to: number) => {
    if (to >= 1 && to <= after.products.length) set(pinTo(draft, id, place, to));
  };
  const togglePin = (product: Product) =>
    set(
      product.effect === 'pinned'
        ? unpin(draft, product.id)
        : pinTo(draft, product.id, product.place, product.place),
    );
  const onKeyDown = (product: Product) => (event: KeyboardEvent) => {
    if (readOnly || event.ctrlKey || event.metaKey) return;
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by !== undefined) move(product, product.place + by);
    else if (event.key === 'p' && !event.altKey) togglePin(product);
    else if (event.key === 'b' && !event.altKey) set(bury(draft, product.id));
    else return;
    event.preventDefault();
  };
  return (
    <Panel title={`With the rule: ${number(after.total)}`}>
      <Stack gap="sm">
        {!readOnly && (
          <Text size="xs" c="dimmed">
            On a product: Alt with an arrow key moves and pins it, P pins it where it stands, B buries it.
          </Text>
        )}
        <ol className="rule-list" aria-label="With the rule" ref={list}>
          {after.products.map((product) => (
            <li
              key={product.id}
              data-product={product.id}
              tabIndex={0}
              aria-label={`${product.place}: ${product.title}${product.effect ? `, ${product.effect}` : ''}`}
              onFocus={() => (focused.current = product.id)}
              onKeyDown={onKeyDown(product)}
            >
              <ProductLine product={product} was={was(product)} />
              {product.effect && (
                <Badge size="sm" variant="light" color={colors[product.effect]}>
                  {product.effect}
                </Badge>
              )}
              {!readOnly && (
                <RowButtons
                  product={product}
                  last={after.products.length}
                  move={move}
                  togglePin={togglePin}
                  bury={() => set(bury(draft, product.id))}
                />
              )}
            </li>
          ))}
        </ol>
        {after.products.length === 0 && <Nothing />}
        {leftOut.map(({ productId, title }) => (
          <Group key={productId} justify="space-between" wrap="nowrap">
            <Text size="sm" c="orange.8">
              {title ?? 'A product that is gone'} is pinned and not shown: it is not on sale, or sold out.
            </Text>
            <EditButton size="compact-xs" variant="subtle" onClick={() => set(unpin(draft, productId))}>
              Unpin
            </EditButton>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function RowButtons({
  product,
  last,
  move,
  togglePin,
  bury: toggleBury,
}: {
  product: Product;
  last: number;
  move: (product: Product, to: number) => void;
  togglePin: (product: Product) => void;
  bury: () => void;
}) {
  const { title, place, effect } = product;
  const isPinned = effect === 'pinned';
  const isBuried = effect === 'buried';
  const button = (
    label: string,
    icon: IconName,
    act: () => void,
    options: { disabled?: boolean; on?: boolean } = {},
  ) => (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant={options.on ? 'light' : 'subtle'}
        color={options.on ? 'teal' : 'gray'}
        aria-label={`${label} ${title}`}
        aria-pressed={options.on}
        disabled={options.disabled}
        onClick={act}
      >
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {button('Move up', 'up', () => move(product, place - 1), { disabled: place === 1 || isBuried })}
      {button('Move down', 'down', () => move(product, place + 1), { disabled: place === last || isBuried })}
      {button(isPinned ? 'Unpin' : 'Pin', 'pin', () => togglePin(product), { on: isPinned })}
      {button(isBuried ? 'Stop burying' : 'Bury', 'bury', toggleBury, { on: isBuried })}
    </Group>
  );
}
