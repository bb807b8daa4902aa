import { Badge, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { data } from '../../lib/api.js';
import { number } from '../../lib/format.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';

export interface Asked {
  q: string;
  product: { id: string; title: string };
}

/** Why a product stands where it stands in a search, or why it is absent. */
export function Why({ asked, close }: { asked: Asked | null; close(): void }) {
  const explained = useQuery({
    queryKey: ['getAdminSearchExplain', asked?.q, asked?.product.id],
    queryFn: ({ signal }) =>
      data('getAdminSearchExplain', {
        query: { q: asked?.q ?? '', productId: asked?.product.id ?? '' },
        signal,
      }),
    enabled: asked !== null,
  });
  const { data: found } = explained;
  return (
    <Modal opened={asked !== null} onClose={close} title={asked?.product.title ?? ''} size="lg" centered>
      {explained.error && <ErrorView error={explained.error} retry={() => void explained.refetch()} />}
      {explained.isPending && <PageLoader />}
      {found && (
        <Stack gap="sm">
          <Group gap="xs">
            <Badge variant="light">
              {found.place === null ? 'Not found' : `Place ${number(found.place)} of ${number(found.total)}`}
            </Badge>
            {found.step !== null && <Badge variant="light">Step {found.step} of 8</Badge>}
            {found.place !== null && (
              <Badge variant="light">{found.ties.inStock ? 'In stock' : 'Sold out'}</Badge>
            )}
            <Badge variant="light">Popularity {found.ties.popularity} of 10</Badge>
          </Group>
          {found.reasons.length === 0 && (
            <Text size="sm" c="dimmed">
              Without words every product on sale is found: what is in stock comes first, then what is ordered
              often.
            </Text>
          )}
          <List size="sm" spacing={4}>
            {found.reasons.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Modal>
  );
}
