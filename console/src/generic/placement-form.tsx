import { Group, Stack, Switch, TextInput } from '@mantine/core';
import { ImageInput } from './image-input.js';
import { PlatformChoice, type Platform } from './platform-choice.js';
import { StoreTimeInput } from './store-time-input.js';

export interface PlacementDraft {
  image: string | null;
  url: string;
  text?: string;
  platform: Platform;
  isActive: boolean;
  from: string | null;
  until: string | null;
}

/** The fields that banners and links share: picture first. */
export function PlacementFields<Draft extends PlacementDraft>({
  draft,
  set,
  errors,
  withText,
}: {
  draft: Draft;
  set: (fields: Partial<PlacementDraft>) => void;
  errors: Record<string, string>;
  withText: boolean;
}) {
  return (
    <Stack>
      <ImageInput
        label="Picture"
        value={draft.image}
        error={errors['image']}
        onChange={(image) => set({ image })}
      />
      {withText && (
        <TextInput
          label="Text"
          value={draft.text ?? ''}
          error={errors['text']}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Leads to"
        description="A path of the storefront, or an https address"
        placeholder="/sale/diwali"
        value={draft.url}
        error={errors['url']}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <PlatformChoice value={draft.platform} onChange={(platform) => set({ platform })} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <StoreTimeInput
          label="Shown from"
          value={draft.from}
          error={errors['from']}
          onChange={(from) => set({ from })}
        />
        <StoreTimeInput
          label="Shown until"
          value={draft.until}
          error={errors['until']}
          onChange={(until) => set({ until })}
        />
      </Group>
      <Switch
        label="Switched on"
        checked={draft.isActive}
        onChange={(event) => set({ isActive: event.currentTarget.checked })}
      />
    </Stack>
  );
}
