import { Alert, Button, Grid, Group, Stack, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { BackLink } from '../../generic/back-link.js';
import { Editable } from '../../generic/editable.js';
import { useLeaveGuard } from '../../generic/leave-guard.js';
import { State } from '../../generic/value.js';
import { useDeclarations } from '../../lib/declarations.js';
import { ago } from '../../lib/format.js';
import { mayCall, useSession } from '../../lib/session.js';
import { ErrorView } from '../../shell/error-view.js';
import { part } from '../../shell/part.js';
import { saleState } from '../vendor-products/sale-state.js';
import { AttributesPanel } from './attributes-panel.js';
import { ConflictList } from '../../generic/conflict-list.js';
import { PicturesPanel } from '../../generic/pictures-panel.js';
import { DescriptionPanel } from './description-panel.js';
import { type ProductDraft, withField } from './draft.js';
import { FilingPanel } from './filing-panel.js';
import { OptionsPanel } from './options-panel.js';
import { ProductActs } from './product-acts.js';
import { SearchPanel } from './search-panel.js';
import { StatePanel } from './state-panel.js';
import { TabsPanel } from './tabs-panel.js';
import { matrixChanges } from './matrix.js';
import { type ProductForm, useProductForm } from './use-product-form.js';
import { VariantsPanel } from './variants-panel.js';
import { rejectedFields, useLastApproval } from './waiting-change.js';

/** Most products have none. */
const ApprovalNotice = part(() =>
  import('./approval-notice.js').then(({ ApprovalNotice }) => ApprovalNotice),
);

/** Dialogs, which come when somebody asks for them. */
const SaveDialog = part(() => import('./save-dialog.js').then(({ SaveDialog }) => SaveDialog));
const ShopPreview = part(() => import('./shop-preview.js').then(({ ShopPreview }) => ShopPreview));

interface Props {
  productId: string | null;
  loaded: ProductDraft;
  etag: string | null;
  /** When it was written last. */
  updatedAt: string | null;
}

/** What each part of the page gets. */
export interface PartProps {
  draft: ProductDraft;
  change: (change: (before: ProductDraft) => ProductDraft) => void;
  errors: Record<string, string>;
}

/** The page of a product; a failed save keeps all that was typed. */
export function ProductEditor(props: Props) {
  const form = useProductForm(props);
  const { draft, base, change } = form;
  const lastApproval = useLastApproval(props.productId);
  const errors = { ...rejectedFields(lastApproval, draft, base), ...form.errors };
  const [asking, setAsking] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  useLeaveGuard(form.dirty);
  const may = useMaySave(props.productId);
  const changes = matrixChanges(draft, base);
  // Variants that can no longer be bought, or are deleted: announced before it happens.
  const warns = changes.detached.length + changes.deleted.length > 0 && props.productId !== null;
  const save = () => (warns ? setAsking(true) : void form.save());
  const part: PartProps = { draft, change, errors };
  return (
    <Stack gap="md">
      <BackLink to="/vendor/products" text="Products" />
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>
            {draft.basics.title || (props.productId ? 'Without a title' : 'New product')}
          </Title>
          {props.productId && <State text={saleState(base.basics)} />}
        </Group>
        <Group gap="xs">
          {props.productId && <ProductActs productId={props.productId} />}
          <Button variant="default" onClick={() => setPreviewing(true)}>
            As shoppers see it
          </Button>
          {may && <SaveButton form={form} save={save} />}
        </Group>
      </Group>
      {may && <KeptDraft form={form} />}
      {lastApproval && (
        <Editable may={may}>
          <Suspense fallback={null}>
            <ApprovalNotice
              detail={lastApproval}
              updatedAt={props.updatedAt}
              edit={() => form.edit(lastApproval)}
              onWithdrawn={form.nothingWaits}
            />
          </Suspense>
        </Editable>
      )}
      <ConflictList
        conflicts={form.conflicts}
        decide={({ path }, value) => {
          form.change((before) => withField(before, path, value));
          form.settle(path);
        }}
      />
      {form.error !== null && <ErrorView error={form.error} />}
      <Editable may={may}>
        <Grid>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack gap="md">
              <DescriptionPanel {...part} />
              <PicturesPanel
                images={draft.images}
                set={(update) => change((before) => ({ ...before, images: update(before.images) }))}
                hint="Drop pictures here, or paste one. The first is shown in lists."
                upload="postVendorMedia"
                {...(errors['media.images'] !== undefined && { error: errors['media.images'] })}
              />
              <OptionsPanel {...part} />
              <VariantsPanel {...part} productId={props.productId} />
              <TabsPanel {...part} />
              <SearchPanel {...part} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack gap="md">
              <StatePanel {...part} />
              <FilingPanel {...part} />
              <AttributesPanel {...part} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Editable>
      <Group justify="flex-end">
        {form.dirty && props.productId && (
          <Button variant="default" onClick={form.discard}>
            Discard the changes
          </Button>
        )}
        {may && <SaveButton form={form} save={save} />}
      </Group>
      <Suspense fallback={null}>
        {asking && (
          <SaveDialog
            changes={changes}
            close={() => setAsking(false)}
            save={() => {
              setAsking(false);
              void form.save();
            }}
          />
        )}
        {previewing && <ShopPreview draft={draft} close={() => setPreviewing(false)} />}
      </Suspense>
    </Stack>
  );
}

function useMaySave(productId: string | null): boolean {
  const operation = productId === null ? 'postVendorProducts' : 'putVendorProductsByProductIdSync';
  return mayCall(useDeclarations().get(operation), useSession());
}

function SaveButton({ form, save }: { form: ProductForm; save: () => void }) {
  return (
    <Button loading={form.busy} disabled={!form.dirty} onClick={save}>
      Save
    </Button>
  );
}

/** What was typed and not saved the last time. */
function KeptDraft({ form: { kept, useKept: takeKept, dropKept } }: { form: ProductForm }) {
  if (!kept) return null;
  return (
    <Alert color="yellow" title="You have changes that were not saved">
      <Group justify="space-between">
        <span>Typed {ago(new Date(kept.at).toISOString())}, in this browser.</span>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={dropKept}>
            Forget them
          </Button>
          <Button size="compact-sm" onClick={takeKept}>
            Use them
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
