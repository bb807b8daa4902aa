import { Badge, Group, Image, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDeclarations } from '../../lib/declarations.js';
import { money } from '../../lib/format.js';
import { pictureUrl } from '../../generic/picture-url.js';
import type { ProductDraft, VariantDraft } from './draft.js';

/** The product as it is in the form, in the plain layout of a shop. The text runs in a frame that may do nothing. */
export function ShopPreview({ draft, close }: { draft: ProductDraft; close: () => void }) {
  const { currency } = useDeclarations().store;
  const { basics, images, options, variants } = draft;
  const [first] = variants.filter(({ deleted, price }) => !deleted && price !== null);
  return (
    <Modal opened onClose={close} title="As shoppers see it" size="xl">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap="xs">
          <Image src={pictureUrl(images[0])} alt="" radius="md" fit="contain" mah={380} />
          <Group gap="xs">
            {images.slice(1, 6).map((image) => (
              <Image key={image} src={pictureUrl(image)} alt="" w={56} h={56} radius="sm" fit="cover" />
            ))}
          </Group>
        </Stack>
        <Stack gap="sm">
          <Title order={2}>{basics.title || 'Without a title'}</Title>
          {basics.subtitle && <Text c="dimmed">{basics.subtitle}</Text>}
          {first ? <Price variant={first} currency={currency} /> : <Text c="dimmed">No price</Text>}
          {options.map(({ name, values }) => (
            <div key={name}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              <Group gap={6} mt={4}>
                {values.map((value) => (
                  <Badge key={value} variant="outline" color="gray" tt="none">
                    {value}
                  </Badge>
                ))}
              </Group>
            </div>
          ))}
          <iframe
            title="Text of the product"
            sandbox=""
            srcDoc={`<style>body{font:14px/1.5 system-ui,sans-serif;margin:0;background:#fff;color:#222;padding:8px}img{max-width:100%}</style>${basics.description ?? ''}`}
            style={{ border: 0, width: '100%', minHeight: 220, borderRadius: 8 }}
          />
        </Stack>
      </SimpleGrid>
    </Modal>
  );
}

function Price({ variant, currency }: { variant: VariantDraft; currency: string }) {
  const { price, specialPrice, specialPriceStart, specialPriceEnd } = variant;
  const now = Date.now();
  const special =
    specialPrice !== null &&
    (specialPriceStart === null || Date.parse(specialPriceStart) <= now) &&
    (specialPriceEnd === null || now < Date.parse(specialPriceEnd));
  return (
    <Group gap="sm">
      <Text fw={700} size="xl">
        {money(special ? specialPrice : (price ?? 0), currency)}
      </Text>
      {special && (
        <Text td="line-through" c="dimmed">
          {money(price ?? 0, currency)}
        </Text>
      )}
    </Group>
  );
}
