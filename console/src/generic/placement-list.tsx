import { Badge, Button, Card, Group, Image, Stack, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { moveByKeys, OrderButtons } from './order-buttons.js';
import { pictureUrl } from './picture-url.js';
import { type Placement, whyHidden } from './placement-look.js';
import { platformNames } from './platform-choice.js';
import { Time } from './value.js';

/** Pictures first, in their order; each can be moved, switched and edited. */
export function PlacementList<Item extends Placement>({
  label,
  items,
  move,
  change,
  edit,
  extra,
}: {
  label: string;
  items: readonly Item[];
  /** Without it the order stands. */
  move?: (from: number, to: number) => void;
  change?: (item: Item, fields: { isActive: boolean }) => void;
  edit?: (item: Item) => void;
  extra?: (item: Item) => ReactNode;
}) {
  return (
    <Stack gap="sm" role="list" aria-label={label}>
      {items.map((item, index) => {
        const name = item.text || item.url || `picture ${index + 1}`;
        const hidden = whyHidden(item);
        return (
          <Card
            key={item.id}
            withBorder
            padding="sm"
            role="listitem"
            onKeyDown={move && moveByKeys(index, items.length, move)}
          >
            <Group gap="md" align="center">
              {item.image ? (
                <Image
                  src={pictureUrl(item.image)}
                  alt=""
                  w={{ base: '100%', xs: 160 }}
                  h={{ base: 96, xs: 72 }}
                  radius="sm"
                  fit="cover"
                  style={{ opacity: hidden ? 0.5 : 1, background: 'var(--mantine-color-default-hover)' }}
                />
              ) : (
                <Text size="sm" c="dimmed" w={160}>
                  Without a picture
                </Text>
              )}
              <Stack gap={4} flex={1} miw={180}>
                <Text size="sm" fw={600} className="clip" maw="none">
                  {name}
                </Text>
                {item.text && item.url && (
                  <Text size="xs" c="dimmed" className="clip" maw="none">
                    {item.url}
                  </Text>
                )}
                <Group gap={6}>
                  <Badge variant="light" color="gray" tt="none">
                    {platformNames[item.platform]}
                  </Badge>
                  {hidden && (
                    <Badge variant="light" color="orange" tt="none">
                      {hidden}
                    </Badge>
                  )}
                  {extra?.(item)}
                  {item.from && (
                    <Text size="xs" c="dimmed" component="div">
                      from <Time instant={item.from} />
                    </Text>
                  )}
                  {item.until && (
                    <Text size="xs" c="dimmed" component="div">
                      until <Time instant={item.until} />
                    </Text>
                  )}
                </Group>
              </Stack>
              <Group gap="xs" wrap="nowrap">
                {change && (
                  <Switch
                    aria-label={`Show ${name}`}
                    checked={item.isActive}
                    onChange={(event) => change(item, { isActive: event.currentTarget.checked })}
                  />
                )}
                {move && <OrderButtons name={name} index={index} count={items.length} move={move} />}
                {edit && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Edit ${name}`}
                    onClick={() => edit(item)}
                  >
                    Edit
                  </Button>
                )}
              </Group>
            </Group>
          </Card>
        );
      })}
    </Stack>
  );
}
