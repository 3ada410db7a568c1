/** The platform of an account, to name it in sentences. */
export { hostOf } from '../../../shared/model/account-rules.ts'
