import { Model, type Modifiers, type QueryBuilder, type RelationMappings } from 'objection';
import { BaseModel } from '#db/kernel/base.model.js';

/** Who has which role. */
export class RoleHolderModel extends BaseModel {
  static override readonly tableName = 'access_user_roles';
  static override readonly idColumn = ['userId', 'roleId'];

  userId!: string;
  roleId!: string;
}

/** A named set of permissions. */
export class RoleModel extends BaseModel {
  static override readonly tableName = 'access_roles';

  name!: string;
  description!: string;
  permissions!: string[];
  builtIn!: boolean;
  createdAt!: Date;
  updatedAt!: Date;
  deletedAt!: Date | null;

  static override readonly modifiers: Modifiers = {
    live: (builder: QueryBuilder<RoleModel>) => void builder.whereNull('access_roles.deletedAt'),
  };

  static override get relationMappings(): RelationMappings {
    return {
      holders: {
        relation: Model.HasManyRelation,
        modelClass: RoleHolderModel,
        join: { from: 'access_roles.id', to: 'access_user_roles.roleId' },
      },
    };
  }
}
