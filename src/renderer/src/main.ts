// First, before vue-router.
import './initScrollPositions.ts'
import { recallLook } from './composables/look.ts'
import { start } from './start.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/base.css'

recallLook()
const place = document.getElementById('app')
if (place) void start(place)
