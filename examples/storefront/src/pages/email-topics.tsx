import type { DataOf } from 'haat-client';

export type EmailPreferences = DataOf<'getStoreEmailPreferences'>;

/** The topics of campaigns as boxes to tick, beside the mails that always come. */
export function TopicsForm({
  action,
  topics,
  token,
}: {
  action: string;
  topics: EmailPreferences['topics'];
  token?: string;
}) {
  return (
    <form method="post" action={action} className="fields">
      <input type="hidden" name="preferences" value="1" />
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <fieldset className="options">
        <legend>I would like mails about</legend>
        {topics.map(({ id, name, subscribed }) => (
          <label key={id} className="check">
            <input type="checkbox" name="topic" value={id} defaultChecked={subscribed} />
            {name}
          </label>
        ))}
        <label className="check">
          <input type="checkbox" checked disabled readOnly />
          Orders and account (always sent)
        </label>
      </fieldset>
      <button className="button">Save</button>
    </form>
  );
}
