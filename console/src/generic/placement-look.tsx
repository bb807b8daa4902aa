import { Card, Grid, Image, Stack, Text } from '@mantine/core';
import { pictureUrl } from './picture-url.js';
import type { Platform } from './platform-choice.js';

/** A picture or a text that leads somewhere, while it is active and within its window. */
export interface Placement {
  id: string;
  image: string | null;
  text?: string | null;
  url: string | null;
  platform: Platform;
  isActive: boolean;
  from: string | null;
  until: string | null;
}

/** Whether a storefront shows it at this moment; the reason why not. */
export function whyHidden({ isActive, from, until }: Placement, now = new Date()): string | null {
  if (!isActive) return 'Switched off';
  if (from && new Date(from) > now) return 'Not yet';
  return until && new Date(until) <= now ? 'Over' : null;
}

/** How what is shown now looks on the web and in the app, in its order. */
export function PlacementLook({ placements }: { placements: readonly Placement[] }) {
  const shown = placements.filter((placement) => whyHidden(placement) === null);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Screen name="On the web" placements={shown.filter(({ platform }) => platform !== 'APP')} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Screen name="In the app" narrow placements={shown.filter(({ platform }) => platform !== 'WEB')} />
      </Grid.Col>
    </Grid>
  );
}

function Screen({
  name,
  narrow = false,
  placements,
}: {
  name: string;
  narrow?: boolean;
  placements: readonly Placement[];
}) {
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Text size="sm" fw={600} mb="xs">
        {name}
      </Text>
      <Stack gap="xs" maw={narrow ? 340 : undefined} mx={narrow ? 'auto' : undefined}>
        {placements.length === 0 && (
          <Text size="sm" c="dimmed">
            Nothing is shown here now.
          </Text>
        )}
        {placements.map(({ id, image, text, url }) => (
          <div key={id}>
            {image && (
              <Image
                src={pictureUrl(image)}
                alt={text ?? url ?? 'Picture'}
                radius="sm"
                fit="cover"
                style={{
                  aspectRatio: narrow ? '16 / 9' : '4 / 1',
                  background: 'var(--mantine-color-default-hover)',
                }}
              />
            )}
            {text && <Text size="sm">{text}</Text>}
            {!image && !text && <Text size="sm">{url}</Text>}
          </div>
        ))}
      </Stack>
    </Card>
  );
}
