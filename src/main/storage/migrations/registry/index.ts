import { accountsAndSettings } from './0001-accounts-and-settings.ts'
import type { Migrations } from '../migrate.ts'

export const registryMigrations: Migrations = [accountsAndSettings]
