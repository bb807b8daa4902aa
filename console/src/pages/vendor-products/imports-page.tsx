import { Anchor, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowOf } from 'haat-client';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Nothing } from '../../generic/list-tools.js';
import { BackLink } from '../../generic/back-link.js';
import { State, Time } from '../../generic/value.js';
import { call } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { number } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { PageLoader } from '../../shell/page-loader.js';
import { ImportDrop } from './import-drop.js';
import { ImportProblems } from './import-problems.js';

export type Import = RowOf<'getVendorProductImports'>;
export const isOpen = ({ status }: Pick<Import, 'status'>) => status === 'pending' || status === 'running';

/** Products from a file: what its columns mean, how far it is, and each row that did not go in. */
export function Page() {
  const mayImport = mayCall(useDeclarations().get('postVendorProductsImport'), useSession());
  // The files of this visit, so that the rows that failed can be handed back as they were.
  const files = useRef(new Map<string, File>());
  const imports = useQuery({
    queryKey: ['getVendorProductImports'],
    queryFn: ({ signal }) => call('getVendorProductImports', { query: { limit: 25 }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? 1_500 : false),
  });
  return (
    <Stack gap="md" maw={980}>
      <BackLink to="/vendor/products" text="Products" />
      <div>
        <Title order={1}>Imports</Title>
        <Text c="dimmed" size="sm">
          A CSV file in the product format of Shopify. A handle names a product: the first import creates it,
          later ones change it. Nothing is ever removed.
        </Text>
      </div>
      {mayImport && (
        <ImportDrop
          onStarted={(id, file) => {
            files.current.set(id, file);
            void imports.refetch();
          }}
        />
      )}
      {imports.isLoadingError ? (
        <ErrorView error={imports.error} retry={() => void imports.refetch()} />
      ) : imports.isPending ? (
        <PageLoader />
      ) : imports.data.data.length === 0 ? (
        <Nothing title="No import yet">
          Each file that you import stays listed here with what became of it.
        </Nothing>
      ) : (
        imports.data.data.map((item) => (
          <ImportCard key={item.id} item={item} file={files.current.get(item.id)} />
        ))
      )}
    </Stack>
  );
}

function ImportCard({ item, file }: { item: Import; file: File | undefined }) {
  return (
    <Card withBorder padding="md" role="region" aria-label={`Import of ${item.fileName}`}>
      <Group justify="space-between">
        <Group gap="xs">
          <Anchor
            component={Link}
            to={`/vendor/product-imports/${item.id}`}
            fw={600}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {item.fileName}
          </Anchor>
          <State text={item.status} />
        </Group>
        <Text size="sm" c="dimmed" component="div">
          <Time instant={item.createdAt} />
        </Text>
      </Group>
      {isOpen(item) && (
        <Progress
          mt="sm"
          size="sm"
          animated
          aria-label="Progress"
          value={item.fileSize > 0 ? Math.min(100, (item.bytesRead / item.fileSize) * 100) : 100}
        />
      )}
      <Text size="sm" mt="xs">
        {number(item.rows)} rows: {number(item.created)} products created, {number(item.updated)} changed,{' '}
        {number(item.unchanged)} as before
        {item.failed > 0 && `, ${item.failed === 1 ? '1 row' : `${number(item.failed)} rows`} did not go in`}
      </Text>
      {item.catalogRequests > 0 && (
        <Text size="sm" c="dimmed">
          {number(item.catalogRequests)} brands and categories were requested.
        </Text>
      )}
      {item.error && (
        <Text size="sm" c="red">
          {item.error}
        </Text>
      )}
      {item.issues > 0 && !isOpen(item) && <ImportProblems item={item} file={file} />}
    </Card>
  );
}
