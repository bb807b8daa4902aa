import { Group, Stack, Text } from '@mantine/core';
import {
  ActButton,
  Detail,
  ErrorView,
  FeedPage,
  type FeedOperations,
  PageLoader,
  Panel,
  State,
  useOperation,
} from 'haat/console';

const operations: FeedOperations = {
  status: 'getAdminSocialCatalogStatus',
  connect: 'getAdminSocialCatalogOauthStart',
  disconnect: 'deleteAdminSocialCatalogOauth',
  bootstrap: 'postAdminSocialCatalogBootstrap',
  diagnostics: 'getAdminSocialCatalogDiagnostics',
  removeTarget: 'postAdminSocialCatalogTargetsByTargetRemove',
  items: 'getAdminSocialCatalogItems',
  explain: 'getAdminSocialCatalogItemsByIdExplain',
  remote: 'getAdminSocialCatalogItemsByIdRemoteStatus',
  resync: 'postAdminSocialCatalogItemsByIdResync',
  parameter: 'id',
};

interface Status {
  connected: boolean;
  selection: {
    status: string;
    error: string | null;
    businessName: string | null;
    catalogId: string | null;
    catalogName: string | null;
  };
}

interface Business {
  id: string;
  name: string;
  ownedCatalogs: { id: string; name: string }[];
  clientCatalogs: { id: string; name: string }[];
}

/** The social catalog, and which catalog of which business it writes to. */
export function Page() {
  return (
    <FeedPage
      title="Social catalog"
      text="What is on sale, as the catalog of the business has it."
      operations={operations}
    >
      <Selection />
    </FeedPage>
  );
}

function Selection() {
  const status = useOperation<Status>('getAdminSocialCatalogStatus');
  if (!status.data) return null;
  const { selection, connected } = status.data;
  return (
    <Panel title="Catalog">
      <Stack>
        <dl className="details tight">
          <Detail name="State">
            <State text={selection.status} />
          </Detail>
          <Detail name="Business">{selection.businessName ?? '–'}</Detail>
          <Detail name="Catalog">{selection.catalogName ?? selection.catalogId ?? '–'}</Detail>
          {selection.error && <Detail name="Refused">{selection.error}</Detail>}
        </dl>
        {connected && <Businesses chosen={selection.catalogId} />}
      </Stack>
    </Panel>
  );
}

function Businesses({ chosen }: { chosen: string | null }) {
  const businesses = useOperation<Business[]>('getAdminSocialCatalogBusinesses');
  if (businesses.error) return <ErrorView error={businesses.error} />;
  if (!businesses.data) return <PageLoader />;
  const choices = businesses.data.flatMap(({ id, name, ownedCatalogs, clientCatalogs }) =>
    [...ownedCatalogs, ...clientCatalogs].map((catalog) => ({ businessId: id, business: name, catalog })),
  );
  if (choices.length === 0) return <Text size="sm">The account has no catalog.</Text>;
  return (
    <Stack gap="xs">
      {choices.map(({ businessId, business, catalog }) => (
        <Group key={`${businessId} ${catalog.id}`} justify="space-between">
          <Text size="sm">
            {catalog.name}, {business}
          </Text>
          {catalog.id !== chosen && (
            <ActButton
              operation="postAdminSocialCatalogSelectCatalog"
              label="Write to this one"
              text={`Items are written to ${catalog.name} from now on.`}
              fixed={{
                businessId,
                businessName: business,
                catalogId: catalog.id,
                catalogName: catalog.name,
              }}
              done="The catalog is selected"
              size="compact-sm"
            />
          )}
        </Group>
      ))}
    </Stack>
  );
}
