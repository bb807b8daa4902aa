import type { DataOf } from 'haat-client';
import type { Problem } from '../server/visit.js';
import { AddressFields, AddressText } from './address-form.js';
import { Act, Field, ProblemNotice } from './kit.js';

export type SavedAddress = DataOf<'getStoreAddresses'>[number];

const titleOf = ({ label, address }: SavedAddress) => label ?? `${address.name}, ${address.city}`;

/** The address book: each address with what can be done with it. */
export const AddressList = ({ addresses }: { addresses: SavedAddress[] }) => (
  <ul className="addresses">
    {addresses.map((saved) => {
      const { id, address, isDefaultShipping, isDefaultBilling } = saved;
      const path = `/account/addresses/${id}`;
      return (
        <li key={id} aria-label={titleOf(saved)}>
          {saved.label && <h2>{saved.label}</h2>}
          {(isDefaultShipping || isDefaultBilling) && (
            <p className="address-tags">
              {isDefaultShipping && <span className="tag">Default for deliveries</span>}
              {isDefaultBilling && <span className="tag">Default for billing</span>}
            </p>
          )}
          <AddressText address={address} />
          {address.gstin && <p className="quiet">GSTIN {address.gstin}</p>}
          <div className="address-acts">
            <a href={path}>Change</a>
            {!isDefaultShipping && (
              <Act action={`${path}/default`} kind="shipping" quiet>
                Use for deliveries
              </Act>
            )}
            {!isDefaultBilling && (
              <Act action={`${path}/default`} kind="billing" quiet>
                Use for billing
              </Act>
            )}
            <Act action={`${path}/delete`} quiet>
              Delete
            </Act>
          </div>
        </li>
      );
    })}
  </ul>
);

interface AddressBookFormProps {
  action: string;
  button: string;
  /** What was saved, or what was typed while it is refused. */
  address: Partial<Record<keyof SavedAddress['address'], string | null>>;
  label: string | null;
  problem: Problem | null;
  /** Makes one address of a form, however often it is sent. */
  formKey?: string;
}

export const AddressBookForm = ({
  action,
  button,
  address,
  label,
  problem,
  formKey,
}: AddressBookFormProps) => (
  <form method="post" action={action} className="fields">
    <ProblemNotice problem={problem} />
    {formKey && <input type="hidden" name="formKey" value={formKey} />}
    <Field
      name="label"
      label="Label"
      value={label}
      hint="As in Home or Office"
      maxLength={60}
      error={problem?.fields['label']}
    />
    <AddressFields address={address} problem={problem} />
    <button className="button">{button}</button>
  </form>
);

interface AddressChoiceProps {
  addresses: SavedAddress[];
  /** The address that is chosen at first. */
  chosenId: string;
  /** Whom to bill at first; empty for the address of the delivery. */
  billingId: string;
}

/** Where to deliver and whom to bill, out of the address book. */
export function AddressChoice({ addresses, chosenId, billingId }: AddressChoiceProps) {
  return (
    <>
      <fieldset className="options">
        <legend>Deliver to</legend>
        {addresses.map((saved) => (
          <label key={saved.id} className="pay-option">
            <input
              type="radio"
              name="addressId"
              value={saved.id}
              required
              defaultChecked={saved.id === chosenId}
            />
            <span>
              {saved.label && <strong>{saved.label}</strong>}
              <AddressText address={saved.address} />
            </span>
          </label>
        ))}
      </fieldset>
      {addresses.length > 1 && (
        <div className="field">
          <label htmlFor="field-billingId">Bill to</label>
          <select id="field-billingId" name="billingId" defaultValue={billingId}>
            <option value="">The address of the delivery</option>
            {addresses.map((saved) => (
              <option key={saved.id} value={saved.id}>
                {titleOf(saved)}
                {saved.address.gstin && `, GSTIN ${saved.address.gstin}`}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}
