import { Card, Grid, Image, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { ImageInput } from '../../generic/image-input.js';
import { plainText } from '../../lib/format.js';
import { Panel } from '../../generic/panel.js';
import { pictureUrl } from '../../generic/picture-url.js';
import type { PageDraft, PartProps } from './content-page.js';

/** How search engines and messages that share the page show it. */
export function SharingPanel({ draft, set, errors }: PartProps) {
  const text = (name: keyof PageDraft & string) => ({
    value: draft[name] as string,
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <Panel title="Search engines and sharing">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <TextInput
              label="Title for search engines"
              description={`${draft.metaTitle.length} of about 60 characters; empty takes the title`}
              {...text('metaTitle')}
            />
            <Textarea
              label="Text for search engines"
              description={`${draft.metaDescription.length} of about 160 characters`}
              autosize
              minRows={2}
              {...text('metaDescription')}
            />
            <TextInput label="Keywords" {...text('metaKeywords')} />
            <TextInput label="Robots" placeholder="index, follow" {...text('metaRobots')} />
            <TextInput
              label="Title when shared"
              description="Empty takes the title for search engines"
              {...text('ogTitle')}
            />
            <Textarea label="Text when shared" autosize minRows={2} {...text('ogDescription')} />
            <ImageInput
              label="Picture when shared"
              value={draft.ogImage}
              error={errors['ogImage']}
              onChange={(ogImage) => set({ ogImage })}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <Previews draft={draft} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Panel>
  );
}

function Previews({ draft }: { draft: PageDraft }) {
  const title = draft.metaTitle || draft.title || 'Title';
  const text = plainText(draft.content).slice(0, 160);
  const description = draft.metaDescription || draft.description || text || 'The beginning of the text';
  const image = pictureUrl(draft.ogImage);
  return (
    <>
      <Card withBorder padding="md" aria-label="Preview of the search result">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          …/{draft.slug || 'slug'}
        </Text>
        <Text fw={600} c="blue" lineClamp={1}>
          {title}
        </Text>
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
        {/noindex/.test(draft.metaRobots) && (
          <Text size="xs" c="orange" mt={4}>
            Search engines are asked to leave it out.
          </Text>
        )}
      </Card>
      <Card withBorder padding={0} aria-label="Preview of the shared page">
        {image ? (
          <Image src={image} alt="" fit="cover" style={{ aspectRatio: '1.91 / 1' }} />
        ) : (
          <Text size="sm" c="dimmed" p="md" ta="center">
            Shared without a picture
          </Text>
        )}
        <div style={{ padding: 'var(--mantine-spacing-sm)' }}>
          <Text size="sm" fw={600} lineClamp={2}>
            {draft.ogTitle || title}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {draft.ogDescription || description}
          </Text>
        </div>
      </Card>
    </>
  );
}
