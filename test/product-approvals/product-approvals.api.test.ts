import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { productApprovalsWebhooks } from '#api/product-approvals/product-approvals.webhooks.js';
import type { FieldDifference } from '#domain/product-approvals/product-approval.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { blackPng, formOf } from '../media/form-upload.js';
import { createTag } from '../_support/taxonomy.js';
import { mailsTo } from '../_support/mails.js';
import { setSettings } from '../_support/settings.js';
import { done, type ProductShop, refusal, startProductShop } from '../products/product-shop.js';

interface Detail {
  approval: Approval;
  differences: FieldDifference[];
  proposed: VendorProduct;
}

interface Approval {
  id: string;
  kind: string;
  state: string;
  version: number;
  title: string;
  fields: string[];
  reasons: object[];
  productId: string;
}

let shop: ProductShop;
let admin: HttpClient;
let made = 0;

beforeAll(async () => {
  shop = await startProductShop();
  const permissions = ['productApproval:decide'];
  admin = shop.http.as((await createSession(shop.container, { permissions })).token);
});
afterAll(() => shop.stop());
beforeEach(() => approval('changes'));

const approval = (mode: string, more: object = {}) =>
  setSettings(shop.container, {
    'admin.catalog.approval': mode,
    'admin.catalog.approval_by_vendor': {},
    'admin.catalog.approval_trusted_after': 0,
    ...more,
  });

const queue = '/admin/product-approvals';
const path = ({ id }: { id: string }, section: string) => `/vendor/products/${id}/${section}`;
const basics = (product: { id: string }, body: object) =>
  shop.mine.patch<VendorProduct>(path(product, 'basics'), body);
const approve = ({ id, version }: { id: string; version: number }) =>
  admin.post<Detail>(`${queue}/${id}/approve`, { version });
const detail = async ({ id }: { id: string }) =>
  done(await shop.mine.get<VendorProduct>(path({ id }, 'detail')));

/** A product on sale since before anything had to be approved. */
async function onSale(body: object = {}): Promise<VendorProduct> {
  await approval('off');
  made += 1;
  const product = await shop.create({
    title: `Lamp ${made}`,
    status: 'active',
    variants: [{ price: 100 }],
    ...body,
  });
  await approval('changes');
  return product;
}

async function waiting(product: { id: string }): Promise<Approval & Omit<Detail, 'approval'>> {
  const listed = await admin.get<Approval[]>(
    `${queue}?filters[]=productId:eq:${product.id}&filters[]=state:eq:pending`,
  );
  const [row] = done(listed);
  if (!row) throw new Error('nothing waits');
  const { approval: found, ...shown } = done(await admin.get<Detail>(`${queue}/${row.id}`));
  return { ...found, ...shown };
}

const reasonsOf = (response: { body: { reason?: string } }) => response.body.reason;

describe('while nothing has to be approved', () => {
  it('a change is on sale at once, and no response says more than it did', async () => {
    const product = await onSale();
    await approval('off');
    const changed = done(await basics(product, { title: 'Clay lamp' }));
    expect(changed.title).toBe('Clay lamp');
    expect(Object.keys(changed)).toEqual(Object.keys(product));
    expect(done(await admin.get<Approval[]>(`${queue}?filters[]=productId:eq:${product.id}`))).toEqual([]);
  });
});

describe('a change of a product on sale', () => {
  it('waits, joins what waits, and is written when it is approved; price never waits', async () => {
    const product = await onSale();
    const first = done(await basics(product, { title: 'Brass lamp', hsCode: '9405' }));
    expect(first).toMatchObject({
      title: product.title,
      hsCode: '9405',
      pendingChange: { kind: 'change', version: 1, fields: ['title'] },
    });
    const media = done(
      await shop.mine.patch<VendorProduct>(path(product, 'media'), { images: ['media/b.png'] }),
    );
    expect(media).toMatchObject({ images: [], pendingChange: { version: 2, fields: ['title', 'images'] } });
    const [variant] = product.variants;
    const variants = [{ id: variant?.id, price: 250, images: ['media/v.png'] }];
    const synced = done(await shop.mine.put<VendorProduct>(path(product, 'sync'), { variants }));
    expect(synced.variants[0]).toMatchObject({ price: 250, images: [] });
    expect(synced.pendingChange).toMatchObject({
      version: 3,
      fields: ['title', 'images', `variants.${variant?.id}.images`],
    });

    const pending = await waiting(product);
    expect(pending.differences).toMatchObject([
      { field: 'title', label: 'Title', before: product.title, after: 'Brass lamp' },
      { field: 'images', before: null, after: ['media/b.png'] },
      { before: null, after: ['media/v.png'] },
    ]);
    expect(done(await approve(pending)).approval).toMatchObject({ state: 'approved' });
    const written = await detail(product);
    expect(written).toMatchObject({ title: 'Brass lamp', images: ['media/b.png'], status: 'active' });
    expect(written.variants[0]).toMatchObject({ price: 250, images: ['media/v.png'] });
    expect(written.pendingChange).toBeUndefined();
    const mails = await mailsTo(shop.container, shop.vendor.email);
    expect(mails.at(-1)).toMatchObject({
      template: 'product.change_approved',
      variables: { productTitle: 'Brass lamp' },
    });
  });

  it('that is set back, takes itself out; what is taken off sale or deleted never waits', async () => {
    const product = await onSale({ tabs: [{ title: 'Care', body: 'Dry' }] });
    done(await basics(product, { title: 'Brass lamp', subtitle: 'New' }));
    const left = done(await basics(product, { title: product.title }));
    expect(left.pendingChange).toMatchObject({ fields: ['subtitle'] });
    expect(done(await basics(product, { subtitle: null })).pendingChange).toBeUndefined();
    expect(done(await basics(product, { status: 'archived' })).status).toBe('archived');
    expect(done(await basics(product, { title: 'Brass lamp' })).title).toBe(product.title);
    expect(done(await basics(product, { status: 'active' })).status).toBe('active');
    const [tab] = product.tabs;
    expect((await shop.mine.delete(`${path(product, 'tabs')}/${tab?.id}`)).status).toBe(200);
    expect((await detail(product)).tabs).toEqual([]);
  });

  it('of options, new variants and tabs waits; a new variant of approved options sells at once', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const variants = [{ price: 100, optionValues: [{ optionName: 'Size', value: 'S' }] }];
    const product = await onSale({ options, variants });
    const m = product.options[0]?.values.find(({ value }) => value === 'M')?.id;
    const added = await shop.mine.post(path(product, 'variants'), {
      price: 120,
      optionValueIds: [m],
      images: ['media/m.png'],
    });
    expect(done(added, 201)).toMatchObject({ price: 120, images: [] });
    const tab = done(
      await shop.mine.post<{ id: string }>(path(product, 'tabs'), { title: 'Care', body: 'Dry' }),
      201,
    );
    expect(tab).toMatchObject({ isActive: false });
    const body = {
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: [{ price: 140, optionValues: [{ optionName: 'Size', value: 'L' }] }],
    };
    const synced = done(await shop.mine.put<VendorProduct>(path(product, 'sync'), body));
    expect(synced.variants).toHaveLength(2);
    const pending = await waiting(product);
    expect(pending.fields).toContain('options');
    expect(pending.fields).toContain(`tabs.${tab.id}`);
    done(await approve(pending));
    const written = await detail(product);
    expect(written.variants.map(({ price, detached, images }) => [price, detached, images])).toEqual([
      [100, false, []],
      [120, false, ['media/m.png']],
      [140, false, []],
    ]);
    expect(written.tabs).toMatchObject([{ title: 'Care', body: 'Dry', isActive: true }]);
  });

  it('waits by whatever operation of the vendor it comes', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const variants = [{ price: 100, optionValues: [{ optionName: 'Size', value: 'S' }] }];
    const product = await onSale({ options, variants, tabs: [{ title: 'Care', body: 'Dry' }] });
    const [variant, tab] = [product.variants[0]?.id, product.tabs[0]?.id];
    const { id: tagId } = await createTag(shop.container, {});
    const bulk = { productIds: [product.id], action: 'tag', addTagIds: [tagId] };
    const { products } = done(await shop.mine.post<{ products: object[] }>('/vendor/products/bulk', bulk));
    expect(products).toMatchObject([{ outcome: 'waiting' }]);
    const [dry] = done(
      await shop.mine.post<{ products: object[] }>('/vendor/products/bulk', {
        ...bulk,
        action: 'price',
        addTagIds: undefined,
        percent: 10,
        dryRun: true,
      }),
    ).products;
    expect(dry).toMatchObject({ outcome: 'changed' });
    const sent = { images: ['media/v.png'], price: 150 };
    const patched = await shop.mine.patch(`${path(product, 'variants')}/${variant}`, sent);
    expect(done(patched)).toMatchObject({ images: [], price: 150 });
    expect(done(await shop.mine.patch(`${path(product, 'tabs')}/${tab}`, { body: 'Wet' }))).toMatchObject({
      body: 'Dry',
    });
    const put = { options: [{ name: 'Size', values: ['S', 'M', 'L'] }] };
    expect(
      done(await shop.mine.put<VendorProduct>(path(product, 'options'), put)).options[0]?.values,
    ).toHaveLength(2);
    const added = { price: 90, images: ['media/l.png'], optionValues: [{ optionName: 'Size', value: 'L' }] };
    done(await shop.mine.put(path(product, 'sync'), { ...put, variants: [added] }));
    done(await shop.mine.patch(path(product, 'media'), { thumbnail: 'media/t.png' }));
    const places = [{ variantId: variant, sortOrder: 3 }];
    done(await shop.mine.put(`${path(product, 'variants')}/reorder`, { variants: places }));

    const pending = await waiting(product);
    expect(pending.fields.sort()).toEqual(
      [
        'options',
        `tabs.${tab}`,
        'tagIds',
        'thumbnail',
        `variants.${variant}.images`,
        'variants.L.images',
      ].sort(),
    );
    expect(done(await approve(pending)).approval).toMatchObject({ version: pending.version });
    const written = await detail(product);
    expect(written).toMatchObject({
      thumbnail: 'media/t.png',
      tags: [{ id: tagId }],
      tabs: [{ body: 'Wet' }],
    });
    expect(written.variants.map(({ price, images }) => [price, images])).toEqual([
      [150, ['media/v.png']],
      [90, ['media/l.png']],
    ]);
    const audited = await shop.container.knex('audit_entries').where({ entityId: pending.id }).orderBy('id');
    expect(audited.map(({ action }) => action).slice(-2)).toEqual(['resubmit', 'approve']);
  });

  it('keeps its images while it waits', async () => {
    const product = await onSale();
    const uploaded = await shop.mine.raw('POST', '/vendor/media', { body: formOf(blackPng(8, 8)) });
    const { id, key } = ((await uploaded.json()) as { data: { id: string; key: string } }).data;
    done(await shop.mine.patch(path(product, 'media'), { images: [key] }));
    expect((await shop.mine.delete(`/vendor/media/${id}`)).status).toBe(409);
    const pending = await waiting(product);
    done(await shop.mine.post(`/vendor/product-approvals/${pending.id}/withdraw`));
    expect((await shop.mine.delete(`/vendor/media/${id}`)).status).toBe(200);
  });

  it('that breaks a rule is refused when it is submitted, and nothing waits', async () => {
    const product = await onSale();
    const other = await onSale();
    expect(refusal(await basics(product, { brandId: product.id }))).toMatchObject({
      status: 400,
      paths: ['body.brandId'],
    });
    expect(refusal(await basics(product, { slug: other.slug }))).toMatchObject({ status: 409 });
    await expect(waiting(product)).rejects.toThrow('nothing waits');
  });

  it('is rejected with reasons by field; the product stays as it is', async () => {
    const product = await onSale();
    done(await basics(product, { title: 'Brass lamp' }));
    const { id, version } = await waiting(product);
    const unknown = await admin.post(`${queue}/${id}/reject`, {
      version,
      reasons: [{ field: 'images', reason: 'x' }],
    });
    expect(refusal(unknown)).toMatchObject({ status: 400, paths: ['body.reasons.0.field'] });
    expect((await admin.post(`${queue}/${id}/reject`, { version })).status).toBe(400);
    const reasons = [{ field: 'title', reason: 'Not brass' }];
    expect(
      done(await admin.post<Detail>(`${queue}/${id}/reject`, { version, reasons })).approval,
    ).toMatchObject({ state: 'rejected', reasons });
    expect(await detail(product)).toMatchObject({ title: product.title });
    const listed = `/vendor/product-approvals?filters[]=productId:eq:${product.id}`;
    expect(done(await shop.mine.get<Approval[]>(listed))).toMatchObject([{ id, reasons }]);
    expect(done(await shop.theirs.get<Approval[]>(listed))).toEqual([]);
    const [mail] = (await mailsTo(shop.container, shop.vendor.email)).slice(-1);
    expect(mail).toMatchObject({ template: 'product.change_rejected' });
    expect((await approve({ id, version })).status).toBe(409);
  });
});

describe('a new product', () => {
  it('is a draft until it is approved, and then on sale', async () => {
    await approval('new');
    const product = await shop.create({ title: 'Clay lamp', status: 'active', variants: [{ price: 100 }] });
    expect(product).toMatchObject({ status: 'draft', publishedAt: null, pendingChange: { kind: 'new' } });
    expect((await shop.http.get(`/store/products/slug/${product.slug}`)).status).toBe(404);
    const seen = await waiting(product);
    const edited = done(await basics(product, { title: 'Red lamp' }));
    expect(edited).toMatchObject({ title: 'Red lamp', pendingChange: { version: 2 } });
    const outdated = await approve(seen);
    expect([outdated.status, reasonsOf(outdated)]).toEqual([409, 'product_approvals.outdated']);
    done(await approve(await waiting(product)));
    expect(await detail(product)).toMatchObject({ status: 'active', title: 'Red lamp' });
    expect((await shop.http.get(`/store/products/slug/${product.slug}`)).status).toBe(200);
    expect(done(await basics(product, { title: 'Blue lamp' })).title).toBe('Blue lamp');
  });

  it('that is rejected stays a draft, is submitted again by publishing it, and taken back by archiving it', async () => {
    await approval('new');
    const draft = await shop.create({ title: 'Clay pot' });
    await expect(waiting(draft)).rejects.toThrow('nothing waits');
    expect(done(await basics(draft, { status: 'active' }))).toMatchObject({
      status: 'draft',
      pendingChange: { kind: 'new' },
    });
    const { id, version } = await waiting(draft);
    done(await admin.post(`${queue}/${id}/reject`, { version, note: 'No price' }));
    expect(done(await basics(draft, { title: 'Pot' })).pendingChange).toBeUndefined();
    const published = await shop.mine.post<{ products: object[] }>('/vendor/products/bulk', {
      productIds: [draft.id],
      action: 'publish',
    });
    expect(done(published).products).toMatchObject([{ outcome: 'waiting' }]);
    const again = await waiting(draft);
    expect(done(await basics(draft, { status: 'archived' }))).toMatchObject({ status: 'archived' });
    expect(reasonsOf(await approve(again))).toBe('product_approvals.decided');
  });
});

describe('races', () => {
  it('an approval of a version that was edited meanwhile is refused; of two at once one is done', async () => {
    const product = await onSale();
    done(await basics(product, { title: 'Brass lamp' }));
    const seen = await waiting(product);
    const both = await Promise.all([approve(seen), basics(product, { title: 'Gold lamp' })]);
    const [decision] = both;
    const after = await detail(product);
    if (decision.status === 200)
      expect(after).toMatchObject({ title: 'Brass lamp', pendingChange: { version: 1 } });
    else expect(after).toMatchObject({ title: product.title, pendingChange: { version: 2 } });

    const again = await waiting(product);
    const twice = await Promise.all([approve(again), approve(again), approve(again)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await detail(product)).toMatchObject({ title: 'Gold lamp' });
    const mails = await mailsTo(shop.container, shop.vendor.email);
    expect(new Set(mails.map(({ dedupeKey }) => dedupeKey)).size).toBe(mails.length);
  });

  it('two edits at once are one request with both', async () => {
    const product = await onSale();
    await Promise.all([basics(product, { title: 'Brass lamp' }), basics(product, { subtitle: 'New' })]);
    expect(await waiting(product)).toMatchObject({ version: 2, fields: ['title', 'subtitle'] });
  });

  it('a product that changed another way since makes a new version', async () => {
    const product = await onSale();
    done(await basics(product, { title: 'Brass lamp' }));
    const seen = await waiting(product);
    await approval('off');
    done(await basics(product, { title: 'Clay lamp' }));
    const refused = await approve(seen);
    expect([refused.status, reasonsOf(refused)]).toEqual([409, 'product_approvals.outdated']);
    const current = await waiting(product);
    expect(current).toMatchObject({
      version: 2,
      differences: [{ before: 'Clay lamp', after: 'Brass lamp' }],
    });
    done(await approve(current));
  });

  it('a deleted product takes back what waits; a suspended vendor waits on', async () => {
    const product = await onSale();
    done(await basics(product, { title: 'Brass lamp' }));
    const first = await waiting(product);
    await shop.mine.delete(`/vendor/products/${product.id}`);
    expect(reasonsOf(await approve(first))).toBe('product_approvals.decided');

    const other = await onSale();
    done(await basics(other, { title: 'Brass lamp' }));
    const second = await waiting(other);
    await approval('off');
    await shop.mine.delete(`/vendor/products/${other.id}`);
    expect(reasonsOf(await approve(second))).toBe('product_approvals.product_deleted');
    expect(reasonsOf(await approve(second))).toBe('product_approvals.decided');

    const third = await onSale();
    done(await basics(third, { title: 'Brass lamp' }));
    const { knex } = shop.container;
    const status = (value: string) =>
      knex('vendors').where({ id: shop.vendor.vendorId }).update({ status: value });
    const held = await waiting(third);
    await status('suspended');
    expect(reasonsOf(await approve(held))).toBe('product_approvals.vendor_suspended');
    await status('active');
    done(await approve(held));
  });
});

describe('vendors', () => {
  it('have their own setting, and are trusted after enough approvals', async () => {
    const product = await onSale();
    await approval('changes', { 'admin.catalog.approval_by_vendor': { [shop.vendor.vendorId]: 'off' } });
    expect(done(await basics(product, { title: 'One' })).title).toBe('One');
    await approval('off', { 'admin.catalog.approval_by_vendor': { [shop.vendor.vendorId]: 'changes' } });
    expect(done(await basics(product, { title: 'Two' })).title).toBe('One');
    const { id, version } = await waiting(product);
    done(await admin.post(`${queue}/${id}/reject`, { version, note: 'No' }));
    await approval('changes', { 'admin.catalog.approval_trusted_after': 1 });
    done(await basics(product, { title: 'Three' }));
    done(await approve(await waiting(product)));
    expect(done(await basics(product, { title: 'Four' }))).toMatchObject({ title: 'Four' });
  });

  it('read what waits, in webhooks too, and take it back; operators decide several at once, each with its result', async () => {
    const products = [await onSale(), await onSale(), await onSale()];
    for (const product of products) done(await basics(product, { title: `New ${product.title}` }));
    const [first, second, third] = await Promise.all(products.map(waiting));
    if (!first || !second || !third) throw new Error('nothing waits');
    const { approval: own, differences } = done(
      await shop.mine.get<Detail>(`/vendor/product-approvals/${first.id}`),
    );
    expect(differences).toEqual(first.differences);
    const event = {
      id: newId(),
      type: 'x',
      entityId: own.id,
      payload: { approvalId: own.id, vendorId: shop.vendor.vendorId },
      requestId: 'test',
      actor: { type: 'system' as const, id: 'test' },
      createdAt: new Date(),
    };
    for (const { vendor, admin: operator } of productApprovalsWebhooks)
      for (const audience of [vendor, operator])
        expect(
          await audience?.data({ knex: shop.container.knex, now: new Date() }, event, shop.vendor.vendorId),
        ).toEqual(own);
    const withdrawn = await shop.mine.post<Detail>(`/vendor/product-approvals/${first.id}/withdraw`);
    expect(done(withdrawn).approval.state).toBe('withdrawn');
    const approvals = [first, { ...second, version: 7 }, third].map(({ id, version }) => ({ id, version }));
    const result = await admin.post<{ approvals: object[] }>(`${queue}/bulk`, {
      action: 'approve',
      approvals,
    });
    expect(done(result)).toMatchObject({
      decided: 1,
      failed: 2,
      approvals: [
        { outcome: 'failed', error: { reason: 'product_approvals.decided' } },
        { outcome: 'failed', error: { reason: 'product_approvals.outdated' } },
        { outcome: 'approved', error: null },
      ],
    });
    const oldest = done(
      await admin.get<Approval[]>(
        `${queue}?filters[]=state:eq:pending&filters[]=vendorId:eq:${shop.vendor.vendorId}&filters[]=kind:eq:change`,
      ),
    );
    expect(oldest.map(({ id }) => id)).toContain(second.id);
    expect((await shop.mine.get(queue)).status).toBe(403);
  });
});
