import { Model } from 'objection';

/**
 * One table and its relations within the slug. For rows that are read and written one at a time; hot reads, lists and
 * bulk writes are statements of knex. A model has no hooks and no schema: rules stand in the domain, shapes in the API.
 */
export abstract class BaseModel extends Model {
  id!: string;
}

/** The row alone: what leaves a repository is plain, so that nobody queries through it. */
export function plainRow<Row>(model: BaseModel & Row): Row {
  return model.toJSON({ shallow: true }) as unknown as Row;
}
