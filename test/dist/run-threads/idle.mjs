// A module that never comes to a launch.
