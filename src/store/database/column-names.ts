import { CamelCasePlugin, type PluginTransformQueryArgs, type RootOperationNode } from 'kysely';

/**
 * Tables and columns are `camelCase` in code and `snake_case` in SQL. Query compilers write the names with `inSql`: to rewrite each query's
 * tree before it is compiled, as the plugin would, takes longer than to compile it.
 */
class ColumnNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  inSql(name: string): string {
    return this.snakeCase(name);
  }
}

export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true });
