// First, before vue-router.
import './initScrollPositions.ts'
import { reportUncaughtErrors } from './errorReports.ts'
import { start } from './start.ts'
import '@fontsource-variable/inter/wght.css'
import './ui/styles/base.css'

reportUncaughtErrors()
const place = document.getElementById('app')
if (place) void start(place)
