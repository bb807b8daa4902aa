import { ActButton, EmbeddedList, FeedPage, type FeedOperations, Panel, WhenConnected } from 'haat/console';

const operations: FeedOperations = {
  status: 'getAdminMerchantFeedStatus',
  connect: 'getAdminMerchantFeedOauthStart',
  disconnect: 'deleteAdminMerchantFeedOauth',
  bootstrap: 'postAdminMerchantFeedBootstrap',
  diagnostics: 'getAdminMerchantFeedDiagnostics',
  removeTarget: 'postAdminMerchantFeedTargetsByTargetRemove',
  items: 'getAdminMerchantFeedItems',
  explain: 'getAdminMerchantFeedItemsByVariantIdExplain',
  remote: 'getAdminMerchantFeedItemsByVariantIdGoogleStatus',
  resync: 'postAdminMerchantFeedItemsByVariantIdResync',
  resyncFailed: 'postAdminMerchantFeedItemsBulkResyncFailed',
  resyncSkipped: 'postAdminMerchantFeedItemsBulkResyncSkipped',
  parameter: 'variantId',
};

/** The merchant feed, and the data sources of its account. */
export function Page() {
  return (
    <FeedPage
      title="Merchant feed"
      text="What is on sale, as the merchant account has it."
      operations={operations}
    >
      <Panel
        title="Data sources of the account"
        actions={
          <>
            <ActButton
              operation="postAdminMerchantFeedRegisterDeveloper"
              label="Register the project"
              text="Registers the cloud project with the merchant account, which it needs once."
              done="The project is registered"
            />
            <ActButton
              operation="postAdminMerchantFeedDataSources"
              label="New data source"
              text="A primary data source that the feed writes to."
              done="The data source is created"
            />
          </>
        }
      >
        <WhenConnected operations={operations}>
          <EmbeddedList operation="getAdminMerchantFeedDataSources" />
        </WhenConnected>
      </Panel>
    </FeedPage>
  );
}
