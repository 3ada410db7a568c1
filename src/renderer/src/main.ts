import { recallLook } from './composables/theme.ts'
import { start } from './start.ts'
import './styles/base.css'

recallLook()
void start('#app')
