import { recallLook } from './composables/theme.ts'
import { start } from './start.ts'
import './styles/base.css'

recallLook()
const place = document.getElementById('app')
if (place) void start(place)
