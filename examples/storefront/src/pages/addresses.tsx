import { randomUUID } from 'node:crypto';
import type { Action, Page, Shop } from '../server/page.js';
import { Elsewhere } from '../server/visit.js';
import { Crumbs, Notice, ProblemNotice } from '../views/kit.js';
import { AddressBookForm, AddressList } from '../views/saved-addresses.js';
import { addressOf } from './address-input.js';
import { onceFor } from './form-key.js';

const HOME = '/account/addresses';
const crumbs = [{ title: 'Account', href: '/account' }];

const pathOf = ({ visit }: Shop) => ({ addressId: visit.params['addressId'] ?? '' });

/** The address book of the account, with a form for another address. */
export const addressesPage: Page = async ({ visit }) => {
  if (!visit.signedIn) throw new Elsewhere(`/sign-in?to=${HOME}`);
  const addresses = await visit.api.data('getStoreAddresses');
  const typed = visit.url.pathname === HOME ? Object.fromEntries(visit.form) : {};
  const refused = typed['line1'] !== undefined;
  return {
    head: { title: 'Addresses', hidden: true },
    body: () => (
      <>
        <Crumbs trail={[...crumbs, { title: 'Addresses' }]} />
        <header className="page-head">
          <h1>Addresses</h1>
          {addresses.length === 0 && (
            <p className="lead">
              You have saved no address yet. Saved addresses are offered at the checkout.
            </p>
          )}
        </header>
        {!refused && <ProblemNotice problem={visit.problem} />}
        {visit.url.searchParams.has('saved') && <Notice tone="good">Saved.</Notice>}
        <AddressList addresses={addresses} />
        <details className="fold" open={refused || addresses.length === 0}>
          <summary>Add an address</summary>
          <AddressBookForm
            action={HOME}
            button="Save the address"
            address={typed}
            label={typed['label'] ?? null}
            formKey={randomUUID()}
            problem={refused ? visit.problem : null}
          />
        </details>
      </>
    ),
  };
};

/** One saved address, to be changed. */
export const addressPage: Page = async (shop) => {
  const { visit } = shop;
  const path = pathOf(shop);
  if (!visit.signedIn) throw new Elsewhere(`/sign-in?to=${HOME}`);
  const saved = await visit.api.data('getStoreAddressesByAddressId', { path });
  const typed = Object.fromEntries(visit.form);
  return {
    head: { title: 'Change an address', hidden: true },
    body: () => (
      <>
        <Crumbs trail={[...crumbs, { title: 'Addresses', href: HOME }, { title: 'Change' }]} />
        <header className="page-head">
          <h1>{saved.label ?? 'Change an address'}</h1>
        </header>
        <AddressBookForm
          action={`${HOME}/${saved.id}`}
          button="Save the address"
          address={{ ...saved.address, ...typed }}
          label={typed['label'] ?? saved.label}
          problem={visit.problem}
        />
      </>
    ),
  };
};

const labelOf = (form: URLSearchParams) => (form.get('label') ?? '').trim() || null;

export const createAddress: Action = {
  page: addressesPage,
  run: async ({ visit }, form) => {
    const body = { label: labelOf(form), address: addressOf(form) };
    await visit.api.data('postStoreAddresses', { body, ...onceFor(form, body) });
    return `${HOME}?saved=1`;
  },
};

export const updateAddress: Action = {
  page: addressPage,
  run: async (shop, form) => {
    await shop.visit.api.data('patchStoreAddressesByAddressId', {
      path: pathOf(shop),
      body: { label: labelOf(form), address: addressOf(form) },
    });
    return `${HOME}?saved=1`;
  },
};

export const setDefaultAddress: Action = {
  page: addressesPage,
  run: async (shop, form) => {
    const billing = form.get('kind') === 'billing';
    await shop.visit.api.data('patchStoreAddressesByAddressId', {
      path: pathOf(shop),
      body: billing ? { isDefaultBilling: true } : { isDefaultShipping: true },
    });
    return `${HOME}?saved=1`;
  },
};

export const deleteAddress: Action = {
  page: addressesPage,
  run: async (shop) => {
    await shop.visit.api.data('deleteStoreAddressesByAddressId', { path: pathOf(shop) });
    return HOME;
  },
};
