import { Avatar, Group, Image, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { pictureUrl } from '../../generic/picture-url.js';
import type { PageDraft } from './page-draft.js';

/** The page as it is in the form, in the plain layout of a shop. The story runs in a frame that may do nothing. */
export function PagePreview({ draft, name, close }: { draft: PageDraft; name: string; close: () => void }) {
  const { logo, cover, story, pictures, returnPolicy, shippingPolicy } = draft;
  const policies = [
    ['Returns', returnPolicy],
    ['Shipping', shippingPolicy],
  ].filter(([, text]) => text !== '');
  return (
    <Modal opened onClose={close} title="As shoppers see it" size="xl">
      <Stack gap="md">
        {cover && (
          <Image
            src={pictureUrl(cover)}
            alt="Cover"
            radius="md"
            fit="cover"
            style={{ aspectRatio: '3 / 1' }}
          />
        )}
        <Group gap="md" wrap="nowrap">
          {logo && <Avatar src={pictureUrl(logo)} alt="Logo" size={72} />}
          <Title order={2}>{name}</Title>
        </Group>
        <Text size="sm" c="dimmed">
          The products follow here.
        </Text>
        {story !== '' && (
          <iframe
            title="Story"
            sandbox=""
            srcDoc={`<style>body{font:15px/1.6 system-ui,sans-serif;margin:0;background:#fff;color:#222;padding:12px}img{max-width:100%}</style>${story}`}
            style={{ border: 0, width: '100%', minHeight: 220, borderRadius: 8 }}
          />
        )}
        {pictures.length > 0 && (
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
            {pictures.map((picture, index) => (
              <Image
                key={picture}
                src={pictureUrl(picture)}
                alt={`Picture ${index + 1}`}
                radius="sm"
                fit="cover"
                style={{ aspectRatio: '1' }}
              />
            ))}
          </SimpleGrid>
        )}
        {policies.map(([title, text]) => (
          <div key={title}>
            <Text fw={600}>{title}</Text>
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          </div>
        ))}
      </Stack>
    </Modal>
  );
}
